CREATE TABLE "acme_challenge" (
	"token" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hosts" text[] NOT NULL,
	"chain" text NOT NULL,
	"sealed_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"issuer" text NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"not_after" timestamp (3) with time zone NOT NULL,
	"task_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ssl_setting" (
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"force_https" boolean DEFAULT false NOT NULL,
	"hsts" boolean DEFAULT false NOT NULL,
	"error" text,
	"failed_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	"check_error" text,
	"checked_fingerprint" text,
	"notice_for" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ssl_setting_resource_resource_id_pk" PRIMARY KEY("resource","resource_id")
);
--> statement-breakpoint
CREATE INDEX "certificate_resource" ON "certificate" USING btree ("resource","resource_id");--> statement-breakpoint
CREATE INDEX "certificate_not_after" ON "certificate" USING btree ("not_after");--> statement-breakpoint
CREATE INDEX "certificate_wildcard" ON "certificate" USING btree ("resource_id") WHERE resource = 'partner';
--> statement-breakpoint
-- What belongs to a resource has no foreign key, because it can be of several tables.
CREATE FUNCTION owner_certificates_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM certificate WHERE resource = TG_ARGV[0] AND resource_id = OLD.id;
  DELETE FROM ssl_setting WHERE resource = TG_ARGV[0] AND resource_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER site_certificates_removed AFTER DELETE ON site FOR EACH ROW EXECUTE FUNCTION owner_certificates_removed('site');
--> statement-breakpoint
CREATE TRIGGER partner_certificates_removed AFTER DELETE ON partner FOR EACH ROW EXECUTE FUNCTION owner_certificates_removed('partner');
