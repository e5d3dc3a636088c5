CREATE TABLE "extension" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"author" text NOT NULL,
	"description" text NOT NULL,
	"requires_wp" text,
	"requires_php" text,
	"file_size" integer NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "extension_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"items" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "extension_run_site" (
	"run_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"fqdn" text NOT NULL,
	"task_id" uuid,
	"refused" text,
	"before" jsonb,
	CONSTRAINT "extension_run_site_run_id_site_id_pk" PRIMARY KEY("run_id","site_id")
);
--> statement-breakpoint
CREATE TABLE "site_extension" (
	"site_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "site_extension_site_id_kind_slug_pk" PRIMARY KEY("site_id","kind","slug")
);
--> statement-breakpoint
CREATE TABLE "site_extension_check" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"tried_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "vulnerability" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"feed_id" text NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"from_version" text NOT NULL,
	"from_inclusive" boolean NOT NULL,
	"to_version" text NOT NULL,
	"to_inclusive" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "extension" ADD CONSTRAINT "extension_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extension" ADD CONSTRAINT "extension_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extension_run" ADD CONSTRAINT "extension_run_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extension_run" ADD CONSTRAINT "extension_run_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extension_run_site" ADD CONSTRAINT "extension_run_site_run_id_extension_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."extension_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_extension" ADD CONSTRAINT "site_extension_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_extension_check" ADD CONSTRAINT "site_extension_check_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "extension_version" ON "extension" USING btree ("customer_id","kind","slug","version");--> statement-breakpoint
CREATE INDEX "extension_partner" ON "extension" USING btree ("partner_id","kind","name");--> statement-breakpoint
CREATE INDEX "extension_customer" ON "extension" USING btree ("customer_id","kind","name");--> statement-breakpoint
CREATE INDEX "extension_run_created" ON "extension_run" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "extension_run_site_task" ON "extension_run_site" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "site_extension_slug" ON "site_extension" USING btree ("kind","slug");--> statement-breakpoint
CREATE INDEX "site_extension_check_tried" ON "site_extension_check" USING btree ("tried_at");--> statement-breakpoint
CREATE INDEX "vulnerability_slug" ON "vulnerability" USING btree ("kind","slug");