ALTER TABLE "site_access" ADD COLUMN "kind" text DEFAULT 'sftp' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_access" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "site_access" ADD CONSTRAINT "site_access_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_access_user" ON "site_access" USING btree ("user_id");