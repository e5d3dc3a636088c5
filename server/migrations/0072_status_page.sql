CREATE TABLE "status_day" (
	"partner_id" uuid NOT NULL,
	"part" text NOT NULL,
	"day" date NOT NULL,
	"checks" integer NOT NULL,
	"failed" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"failed_seconds" double precision NOT NULL,
	CONSTRAINT "status_day_partner_id_part_day_pk" PRIMARY KEY("partner_id","part","day")
);
--> statement-breakpoint
CREATE TABLE "status_incident" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"parts" jsonb NOT NULL,
	"impact" text NOT NULL,
	"step" text,
	"from_at" timestamp (3) with time zone NOT NULL,
	"until_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid,
	"user_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_mail" (
	"update_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "status_mail_update_id_subscriber_id_pk" PRIMARY KEY("update_id","subscriber_id")
);
--> statement-breakpoint
CREATE TABLE "status_panel_day" (
	"day" date PRIMARY KEY NOT NULL,
	"checks" integer NOT NULL,
	"failed" integer NOT NULL,
	"seconds" double precision NOT NULL,
	"failed_seconds" double precision NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_subscriber" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "status_subscriber_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "status_update" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"incident_id" uuid NOT NULL,
	"step" text,
	"text" text NOT NULL,
	"is_mailed" boolean NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"mail_stopped_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "status_day" ADD CONSTRAINT "status_day_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_incident" ADD CONSTRAINT "status_incident_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_incident" ADD CONSTRAINT "status_incident_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_mail" ADD CONSTRAINT "status_mail_update_id_status_update_id_fk" FOREIGN KEY ("update_id") REFERENCES "public"."status_update"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_mail" ADD CONSTRAINT "status_mail_subscriber_id_status_subscriber_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."status_subscriber"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_subscriber" ADD CONSTRAINT "status_subscriber_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_update" ADD CONSTRAINT "status_update_incident_id_status_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."status_incident"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "status_incident_partner" ON "status_incident" USING btree ("partner_id","from_at");--> statement-breakpoint
CREATE INDEX "status_incident_until" ON "status_incident" USING btree ("until_at");--> statement-breakpoint
CREATE INDEX "status_mail_subscriber" ON "status_mail" USING btree ("subscriber_id");--> statement-breakpoint
CREATE UNIQUE INDEX "status_subscriber_email" ON "status_subscriber" USING btree ("partner_id","email");--> statement-breakpoint
CREATE INDEX "status_update_incident" ON "status_update" USING btree ("incident_id","created_at");