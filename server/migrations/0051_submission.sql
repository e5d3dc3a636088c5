CREATE TABLE "submission" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workload_id" uuid NOT NULL,
	"form" text NOT NULL,
	"fields" jsonb NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"file_bytes" bigint DEFAULT 0 NOT NULL,
	"excerpt" text NOT NULL,
	"is_spam" boolean DEFAULT false NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_workload_id_workload_id_fk" FOREIGN KEY ("workload_id") REFERENCES "public"."workload"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "submission_workload_created" ON "submission" USING btree ("workload_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "submission_created" ON "submission" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "submission_unmailed" ON "submission" USING btree ("workload_id","created_at") WHERE mailed_at is null and not is_spam;