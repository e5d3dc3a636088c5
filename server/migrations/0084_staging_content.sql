ALTER TABLE "staging" ADD COLUMN "content_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staging" ADD COLUMN "next_difference" jsonb;--> statement-breakpoint
ALTER TABLE "staging" ADD COLUMN "published_difference" jsonb;