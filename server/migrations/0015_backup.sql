CREATE TABLE "backup" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"site_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"size" bigint,
	"sha256" text,
	"verified_at" timestamp (3) with time zone,
	"proof" jsonb,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "backup_task_id_unique" UNIQUE("task_id")
);
--> statement-breakpoint
CREATE TABLE "backup_setting" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"is_active" boolean NOT NULL,
	"frequency" text NOT NULL,
	"time" text NOT NULL,
	"weekday" integer NOT NULL,
	"time_zone" text NOT NULL,
	"keep" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup" ADD CONSTRAINT "backup_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backup_setting" ADD CONSTRAINT "backup_setting_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backup_site_created" ON "backup" USING btree ("site_id","created_at" DESC NULLS FIRST,"id");