CREATE TABLE "task_turn" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "owner_id" uuid GENERATED ALWAYS AS (coalesce(customer_id, partner_id)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "task_waiting" ON "task" USING btree ("owner_id",(attempt > 3),"created_at","id") WHERE status in ('queued', 'running');--> statement-breakpoint
-- The queue is the table of tasks now; pg-boss kept its own.
DROP SCHEMA IF EXISTS "pgboss" CASCADE;
