CREATE TABLE "custom_domain" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"domain" text NOT NULL,
	"host" text NOT NULL,
	"state" text DEFAULT 'unproven' NOT NULL,
	"token" text NOT NULL,
	"method" text,
	"elsewhere_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"seen" text DEFAULT '' NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"former_host" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_host" ADD COLUMN "redirects" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_domain" ADD CONSTRAINT "custom_domain_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "custom_domain_resource" ON "custom_domain" USING btree ("resource","resource_id");--> statement-breakpoint
CREATE UNIQUE INDEX "custom_domain_proven" ON "custom_domain" USING btree ("domain") WHERE state <> 'unproven';--> statement-breakpoint
CREATE INDEX "custom_domain_domain" ON "custom_domain" USING btree ("domain");--> statement-breakpoint
CREATE INDEX "custom_domain_partner" ON "custom_domain" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "custom_domain_open" ON "custom_domain" USING btree ("checked_at" NULLS FIRST) WHERE state <> 'connected';--> statement-breakpoint
-- What belongs to a resource has no foreign key, because it can be of several tables.
CREATE FUNCTION site_domain_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM custom_domain WHERE resource = 'site' AND resource_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER site_domain_removed AFTER DELETE ON site FOR EACH ROW EXECUTE FUNCTION site_domain_removed();
