ALTER TABLE "invoice" ADD COLUMN "failed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "invoice_failed" ON "invoice" USING btree ("partner_id","created_at") WHERE failed;--> statement-breakpoint
CREATE INDEX "invoice_open" ON "invoice" USING btree ("partner_id","subscription_id") WHERE status = 'open';