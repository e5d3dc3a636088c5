ALTER TABLE "workload" ALTER COLUMN "node_id" SET DATA TYPE uuid USING "node_id"::uuid;--> statement-breakpoint
ALTER TABLE "node" ADD COLUMN "drained_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "node_id" uuid;--> statement-breakpoint
CREATE INDEX "workload_node" ON "workload" USING btree ("node_id");