ALTER TABLE "migration" ADD COLUMN "archive_sha256" text;--> statement-breakpoint
ALTER TABLE "migration" ADD COLUMN "copied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "migration" ADD COLUMN "carried" jsonb;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "picture_failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "content_at" timestamp (3) with time zone DEFAULT now() NOT NULL;