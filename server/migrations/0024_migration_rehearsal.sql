ALTER TABLE "migration" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "migration" ADD COLUMN "rehearsal" jsonb;