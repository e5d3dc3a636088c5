CREATE TABLE "dns_zone" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"fqdn" text NOT NULL,
	"serial" bigint NOT NULL,
	"records" jsonb NOT NULL,
	"served_serial" bigint,
	"error" text,
	"watched_by" uuid,
	"watched_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dns_zone_fqdn_unique" UNIQUE("fqdn")
);
--> statement-breakpoint
CREATE TABLE "dns_zone_version" (
	"zone_id" uuid NOT NULL,
	"serial" bigint NOT NULL,
	"records" jsonb NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dns_zone_version_zone_id_serial_pk" PRIMARY KEY("zone_id","serial")
);
--> statement-breakpoint
ALTER TABLE "dns_zone" ADD CONSTRAINT "dns_zone_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dns_zone" ADD CONSTRAINT "dns_zone_watched_by_user_id_fk" FOREIGN KEY ("watched_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dns_zone_version" ADD CONSTRAINT "dns_zone_version_zone_id_dns_zone_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."dns_zone"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dns_zone_version" ADD CONSTRAINT "dns_zone_version_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dns_zone_resource" ON "dns_zone" USING btree ("resource","resource_id");--> statement-breakpoint
CREATE INDEX "dns_zone_partner" ON "dns_zone" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "dns_zone_watched" ON "dns_zone" USING btree ("watched_at") WHERE watched_at is not null;--> statement-breakpoint
CREATE INDEX "dns_zone_unserved" ON "dns_zone" USING btree ("updated_at") WHERE served_serial is distinct from serial;