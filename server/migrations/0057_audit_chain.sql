CREATE TABLE "audit_chain" (
	"partner_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"anchor_seq" bigint DEFAULT 0 NOT NULL,
	"anchor_hash" text DEFAULT '' NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	"keep_days" integer
);
--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "user_email" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_email" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "customer_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "call" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "object_kind" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "object_id" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "input" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "after" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "chained" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "hash" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "parent_hash" text;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_parent_hash_session_id_hash_fk" FOREIGN KEY ("parent_hash") REFERENCES "public"."session"("id_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_customer_at" ON "audit_log" USING btree ("customer_id","at" DESC NULLS FIRST) WHERE "audit_log"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_unsealed" ON "audit_log" USING btree ("at") WHERE "audit_log"."chained" and "audit_log"."seq" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_chain" ON "audit_log" USING btree ("partner_id","seq") WHERE "audit_log"."seq" is not null;--> statement-breakpoint
CREATE INDEX "session_parent" ON "session" USING btree ("parent_hash") WHERE "session"."parent_hash" is not null;