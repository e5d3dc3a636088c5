CREATE TABLE "app_database" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"sealed" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"password_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"schedule_id" uuid,
	"command" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"exit_code" integer,
	"error" text,
	"started_by" uuid,
	"log_lines" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "app_run_log" (
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"lines" jsonb NOT NULL,
	CONSTRAINT "app_run_log_run_id_line_pk" PRIMARY KEY("run_id","line")
);
--> statement-breakpoint
CREATE TABLE "app_schedule" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"app_id" uuid NOT NULL,
	"name" text NOT NULL,
	"command" text NOT NULL,
	"cron" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_database" ADD CONSTRAINT "app_database_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_run" ADD CONSTRAINT "app_run_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_run" ADD CONSTRAINT "app_run_schedule_id_app_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."app_schedule"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_run" ADD CONSTRAINT "app_run_started_by_user_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_run_log" ADD CONSTRAINT "app_run_log_run_id_app_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."app_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_schedule" ADD CONSTRAINT "app_schedule_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_run_created" ON "app_run" USING btree ("app_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "app_run_schedule" ON "app_run" USING btree ("schedule_id");--> statement-breakpoint
CREATE INDEX "app_schedule_app" ON "app_schedule" USING btree ("app_id","created_at");