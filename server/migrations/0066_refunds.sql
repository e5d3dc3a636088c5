CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"provider_refund" text,
	"amount" integer NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_provider_refund_unique" UNIQUE("provider_refund")
);
--> statement-breakpoint
DROP INDEX "invoice_partner_created";--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "refund_pending" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "asked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "answered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requested" ON "refund" USING btree ("invoice_id") WHERE status = 'requested';--> statement-breakpoint
CREATE INDEX "refund_invoice" ON "refund" USING btree ("invoice_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "refund_waiting" ON "refund" USING btree ("updated_at") WHERE status in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "invoice_partner_created" ON "invoice" USING btree ("partner_id","created_at" DESC NULLS FIRST,"currency","amount_paid","refunded");