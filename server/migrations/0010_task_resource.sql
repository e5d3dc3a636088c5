CREATE TABLE "schedule" (
	"id" text PRIMARY KEY NOT NULL,
	"partner_id" uuid,
	"customer_id" uuid,
	"kind" text NOT NULL,
	"resource_id" text NOT NULL,
	"title" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cron" text NOT NULL,
	"time_zone" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_task_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schedule" ADD CONSTRAINT "schedule_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_due" ON "schedule" USING btree ("next_at") WHERE enabled;--> statement-breakpoint
DROP INDEX "task_one_per_site";--> statement-breakpoint
DROP INDEX "task_waiting";--> statement-breakpoint
DROP INDEX "task_site";--> statement-breakpoint
-- A task works on any resource. All of before work on sites, which have an address for a title.
ALTER TABLE "task" RENAME COLUMN "site_id" TO "resource_id";--> statement-breakpoint
ALTER TABLE "task" ALTER COLUMN "resource_id" SET DATA TYPE text USING coalesce("resource_id", "id")::text;--> statement-breakpoint
ALTER TABLE "task" ALTER COLUMN "resource_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "resource" text DEFAULT 'site' NOT NULL;--> statement-breakpoint
ALTER TABLE "task" ALTER COLUMN "resource" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "task" RENAME COLUMN "fqdn" TO "title";--> statement-breakpoint
UPDATE "task" SET "title" = '' WHERE "title" IS NULL;--> statement-breakpoint
ALTER TABLE "task" ALTER COLUMN "title" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "retries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "not_before" timestamp (3) with time zone;--> statement-breakpoint
-- Work of the installation itself has no partner. The expression of a generated column cannot be changed before PostgreSQL 17.
ALTER TABLE "task" ALTER COLUMN "partner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "task" DROP COLUMN "owner_id";--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "owner_id" uuid GENERATED ALWAYS AS (coalesce(customer_id, partner_id, '00000000-0000-0000-0000-000000000000'::uuid)) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "task_one_per_resource" ON "task" USING btree ("resource","resource_id") WHERE status in ('queued', 'running', 'cancelling');--> statement-breakpoint
CREATE INDEX "task_waiting" ON "task" USING btree ("owner_id",(attempt - retries > 3),"created_at","id") WHERE status in ('queued', 'running', 'cancelling');--> statement-breakpoint
CREATE INDEX "task_resource" ON "task" USING btree ("resource","resource_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "task_ended" ON "task" USING btree ("ended_at");
