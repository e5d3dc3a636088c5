ALTER TABLE "backup" ADD COLUMN "proof_missed" jsonb;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "proof_look_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "site_proof_look" ON "site" USING btree ("proof_look_at") WHERE status = 'ready';