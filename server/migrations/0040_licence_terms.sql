DROP INDEX "dns_zone_watched";--> statement-breakpoint
DROP INDEX "dns_zone_unserved";--> statement-breakpoint
ALTER TABLE "dns_zone" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dns_zone" ADD COLUMN "tried_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "license" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "license" SET "started_at" = "from_date";--> statement-breakpoint
ALTER TABLE "license" ALTER COLUMN "started_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "license" ADD COLUMN "terms" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "license" ADD COLUMN "expiring_notice_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "license" ADD COLUMN "expired_notice_for" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "dns_zone_watched" ON "dns_zone" USING btree ("checked_at" NULLS FIRST) WHERE watched_at is not null;--> statement-breakpoint
CREATE INDEX "dns_zone_unserved" ON "dns_zone" USING btree ("tried_at" NULLS FIRST) WHERE served_serial is distinct from serial;