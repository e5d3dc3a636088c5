CREATE TABLE "site_uptime_day" (
	"site_id" uuid NOT NULL,
	"day" date NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"failed_seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "site_uptime_day_site_id_day_pk" PRIMARY KEY("site_id","day")
);
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "check_at" timestamp (3) with time zone DEFAULT now() + interval '30 minutes' NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "failed_checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "broken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "site_uptime_day" ADD CONSTRAINT "site_uptime_day_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_check" ON "site" USING btree ("check_at") WHERE status = 'ready' and not is_stage and binned_at is null and task_id is null;