CREATE INDEX "license_past_due" ON "license" USING btree ("partner_id") WHERE provider_status = 'past_due' and deactivated_at is null;--> statement-breakpoint
CREATE INDEX "migration_partner_status" ON "migration" USING btree ("partner_id","status","created_at");--> statement-breakpoint
CREATE INDEX "invoice_partner_created" ON "invoice" USING btree ("partner_id","created_at" DESC NULLS FIRST,"currency","amount_paid");--> statement-breakpoint
CREATE INDEX "task_partner_created" ON "task" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "task_partner_failed" ON "task" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id") WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX "workload_partner_size" ON "workload" USING btree ("partner_id","file_size");