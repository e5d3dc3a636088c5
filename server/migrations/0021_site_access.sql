CREATE TABLE "site_access" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"site_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "site_access_user_name_unique" UNIQUE("user_name")
);
--> statement-breakpoint
CREATE TABLE "site_access_connection" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"access_id" uuid NOT NULL,
	"address" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "site_access" ADD CONSTRAINT "site_access_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_access_connection" ADD CONSTRAINT "site_access_connection_access_id_site_access_id_fk" FOREIGN KEY ("access_id") REFERENCES "public"."site_access"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_access_site" ON "site_access" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE INDEX "site_access_connection_access" ON "site_access_connection" USING btree ("access_id","started_at");