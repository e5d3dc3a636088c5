CREATE TABLE "device_grant" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"user_code" text NOT NULL,
	"client_name" text NOT NULL,
	"host_name" text NOT NULL,
	"ip" "inet",
	"state" text DEFAULT 'pending' NOT NULL,
	"poll_seconds" integer NOT NULL,
	"polled_at" timestamp (3) with time zone,
	"customer_id" uuid,
	"member_id" uuid,
	"scopes" text[],
	"days" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_grant_device_hash_unique" UNIQUE("device_hash"),
	CONSTRAINT "device_grant_partner_code" UNIQUE("partner_id","user_code")
);
--> statement-breakpoint
ALTER TABLE "device_grant" ADD CONSTRAINT "device_grant_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_grant" ADD CONSTRAINT "device_grant_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_grant" ADD CONSTRAINT "device_grant_member_id_user_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_grant_expires" ON "device_grant" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_grant_customer" ON "device_grant" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "device_grant_member" ON "device_grant" USING btree ("member_id");