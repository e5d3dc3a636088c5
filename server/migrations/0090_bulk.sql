ALTER TABLE "customer_bulk" ADD COLUMN "subject" text DEFAULT 'customer' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_bulk" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "customer_bulk" ADD COLUMN "target_id" uuid;--> statement-breakpoint
ALTER TABLE "customer_bulk_item" ADD COLUMN "params" jsonb;--> statement-breakpoint
ALTER TABLE "workload" ADD COLUMN "tags" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_bulk" ADD CONSTRAINT "customer_bulk_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_bulk" ADD CONSTRAINT "customer_bulk_target_id_user_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_bulk_customer" ON "customer_bulk" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "customer_bulk_target" ON "customer_bulk" USING btree ("target_id");