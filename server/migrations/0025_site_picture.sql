ALTER TABLE "site" ADD COLUMN "picture_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "picture_tried_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "site_pictured" ON "site" USING btree ("picture_tried_at" NULLS FIRST) WHERE status = 'ready';