CREATE TABLE "workload_recovery" (
	"workload_id" uuid PRIMARY KEY NOT NULL,
	"from_node" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"backup_id" uuid NOT NULL,
	"backup_at" timestamp (3) with time zone NOT NULL,
	"task_id" uuid,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"dismissed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "workload_recovery" ADD CONSTRAINT "workload_recovery_workload_id_workload_id_fk" FOREIGN KEY ("workload_id") REFERENCES "public"."workload"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workload_recovery_from" ON "workload_recovery" USING btree ("from_node");--> statement-breakpoint
CREATE INDEX "workload_recovery_open" ON "workload_recovery" USING btree ("created_at") WHERE state in ('waiting', 'placed');--> statement-breakpoint
CREATE INDEX "workload_recovery_told" ON "workload_recovery" USING btree ("workload_id") WHERE state = 'restored' and dismissed_at is null;