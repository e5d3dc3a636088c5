ALTER TABLE "license" ADD COLUMN "trial_ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "license" ADD COLUMN "trial_notice_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "plan_offer" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "trial_of" text;--> statement-breakpoint
CREATE INDEX "license_trial" ON "license" USING btree ("trial_ends_at") WHERE provider_status = 'trialing' and deactivated_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_trial" ON "purchase" USING btree ("customer_id","trial_of") WHERE trial_of is not null and status <> 'expired';