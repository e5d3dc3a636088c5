CREATE TABLE "partner_image" (
	"partner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_image_partner_id_name_pk" PRIMARY KEY("partner_id","name")
);
--> statement-breakpoint
CREATE TABLE "partner_version" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"state" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"restored_from" integer,
	"user_id" uuid,
	"user_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "partner_version_number" UNIQUE("partner_id","kind","version")
);
--> statement-breakpoint
ALTER TABLE "partner_image" ADD CONSTRAINT "partner_image_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_version" ADD CONSTRAINT "partner_version_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_version" ADD CONSTRAINT "partner_version_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "partner_image_created" ON "partner_image" USING btree ("created_at");