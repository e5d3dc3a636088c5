ALTER TABLE "node" ADD COLUMN "emptying_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workload" ADD COLUMN "moves" integer DEFAULT 0 NOT NULL;