ALTER TABLE "notification" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "values" jsonb;