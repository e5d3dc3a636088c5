CREATE INDEX "backup_failed" ON "backup" USING btree ("workload_id") WHERE status = 'failed' or proof @? '$ ? (@.ok == false)';--> statement-breakpoint
CREATE INDEX "limit_hit_last" ON "limit_hit" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "ssl_setting_error" ON "ssl_setting" USING btree ("resource_id") WHERE error is not null;--> statement-breakpoint
CREATE INDEX "workload_failing" ON "workload" USING btree ("id") WHERE status = 'ready' and evidence @? '$[*] ? (@.ok == false)';--> statement-breakpoint
CREATE INDEX "workload_failing_delivery" ON "workload" USING btree ("id") WHERE status = 'ready' and delivery_evidence @? '$[*] ? (@.ok == false)';--> statement-breakpoint
CREATE INDEX "workload_failed" ON "workload" USING btree ("id") WHERE status = 'failed';