CREATE TABLE "license" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"key" text NOT NULL,
	"product" text NOT NULL,
	"provider" text NOT NULL,
	"term_months" integer NOT NULL,
	"can_renew" boolean DEFAULT false NOT NULL,
	"auto_renewal" boolean DEFAULT false NOT NULL,
	"from_date" timestamp (3) with time zone NOT NULL,
	"to_date" timestamp (3) with time zone NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "license_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "license" ADD CONSTRAINT "license_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "license" ADD CONSTRAINT "license_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "license_partner_created" ON "license" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "license_customer_to" ON "license" USING btree ("customer_id","to_date","id");--> statement-breakpoint
CREATE INDEX "license_to" ON "license" USING btree ("to_date");--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_license_key_license_key_fk" FOREIGN KEY ("license_key") REFERENCES "public"."license"("key") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_license" ON "site" USING btree ("license_key") WHERE license_key is not null;