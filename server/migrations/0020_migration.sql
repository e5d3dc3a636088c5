CREATE TABLE "migration" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"type" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"token" text NOT NULL,
	"sharing_link" text,
	"file_name" text,
	"file_size" integer,
	"source_url" text,
	"fqdn" text NOT NULL,
	"site_id" uuid,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "migration_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "migration" ADD CONSTRAINT "migration_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration" ADD CONSTRAINT "migration_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "migration" ADD CONSTRAINT "migration_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "migration_partner_created" ON "migration" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "migration_customer_created" ON "migration" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "migration_site" ON "migration" USING btree ("site_id");