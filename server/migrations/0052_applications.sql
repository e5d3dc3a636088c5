CREATE TABLE "app_build" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"app_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"trigger" text NOT NULL,
	"branch" text,
	"stage" text,
	"commit" text,
	"commit_message" text,
	"commit_author" text,
	"framework" text,
	"runtime" text,
	"node_version" text,
	"variables_version" integer DEFAULT 0 NOT NULL,
	"is_kept" boolean DEFAULT false NOT NULL,
	"task_id" uuid,
	"started_by" uuid,
	"error" text,
	"log_lines" integer DEFAULT 0 NOT NULL,
	"log_left_out" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "app_build_number" UNIQUE("app_id","number")
);
--> statement-breakpoint
CREATE TABLE "app_build_log" (
	"build_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"lines" jsonb NOT NULL,
	CONSTRAINT "app_build_log_build_id_line_pk" PRIMARY KEY("build_id","line")
);
--> statement-breakpoint
CREATE TABLE "app_project" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"customer_id" uuid,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_variables" (
	"app_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"version" integer NOT NULL,
	"names" integer NOT NULL,
	"sealed" text NOT NULL,
	"changed_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_variables_app_id_environment_version_pk" PRIMARY KEY("app_id","environment","version")
);
--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "mode" text DEFAULT 'manualDeploy' NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "part" text DEFAULT 'whole' NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "source" text DEFAULT 'zip' NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "template_id" text;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "repository" text;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "branch" text;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "repository_token" text;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "auto_deploy" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "settings_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "recognized" jsonb;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "live_build_id" uuid;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "builds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_build" ADD CONSTRAINT "app_build_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_build" ADD CONSTRAINT "app_build_started_by_user_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_build_log" ADD CONSTRAINT "app_build_log_build_id_app_build_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."app_build"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_project" ADD CONSTRAINT "app_project_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_project" ADD CONSTRAINT "app_project_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_variables" ADD CONSTRAINT "app_variables_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_variables" ADD CONSTRAINT "app_variables_changed_by_user_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_build_created" ON "app_build" USING btree ("app_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "app_build_active" ON "app_build" USING btree ("app_id") WHERE status in ('queued', 'building', 'deploying');--> statement-breakpoint
CREATE INDEX "app_project_customer" ON "app_project" USING btree ("customer_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "app_project_partner" ON "app_project" USING btree ("partner_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
ALTER TABLE "app" ADD CONSTRAINT "app_project_id_app_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."app_project"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_project_apps" ON "app" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "app_repository" ON "app" USING btree ("repository");