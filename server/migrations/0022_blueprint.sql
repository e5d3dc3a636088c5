CREATE TABLE "blueprint" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"customer_id" uuid,
	"site_id" uuid,
	"site_fqdn" text NOT NULL,
	"task_id" uuid NOT NULL,
	"name" text NOT NULL,
	"includes_content" boolean NOT NULL,
	"is_offered" boolean DEFAULT false NOT NULL,
	"wp_version" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"size" bigint,
	"sha256" text,
	"verified_at" timestamp (3) with time zone,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blueprint_task_id_unique" UNIQUE("task_id")
);
--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD CONSTRAINT "blueprint_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blueprint_partner_created" ON "blueprint" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "blueprint_customer_created" ON "blueprint" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id");