ALTER TABLE "site" ADD COLUMN "delivery_evidence" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "delivery_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "delivery_broken_at" timestamp (3) with time zone;