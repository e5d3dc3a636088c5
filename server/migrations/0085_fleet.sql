ALTER TABLE "extension_run" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "extension_run" ALTER COLUMN "action" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "extension_run" ALTER COLUMN "items" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "extension_run" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "extension_run" ADD COLUMN "change" jsonb;--> statement-breakpoint
UPDATE "extension_run" SET "user_id" = "customer_id";--> statement-breakpoint
ALTER TABLE "extension_run" ADD CONSTRAINT "extension_run_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extension_run_user" ON "extension_run" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "extension_run_partner" ON "extension_run" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "extension_run_site_site" ON "extension_run_site" USING btree ("site_id");