CREATE TABLE "customer_bulk" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"tag" text,
	"task_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_bulk_item" (
	"bulk_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"customer_id" uuid NOT NULL,
	"email" text NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	CONSTRAINT "customer_bulk_item_bulk_id_position_pk" PRIMARY KEY("bulk_id","position")
);
--> statement-breakpoint
ALTER TABLE "extension_run" ALTER COLUMN "customer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "extension_run" ALTER COLUMN "action" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "extension_run" ALTER COLUMN "items" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "extension_run" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "extension_run" ADD COLUMN "change" jsonb;--> statement-breakpoint
UPDATE "extension_run" SET "user_id" = "customer_id";--> statement-breakpoint
ALTER TABLE "customer_bulk" ADD CONSTRAINT "customer_bulk_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_bulk" ADD CONSTRAINT "customer_bulk_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_bulk_item" ADD CONSTRAINT "customer_bulk_item_bulk_id_customer_bulk_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."customer_bulk"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_bulk_created" ON "customer_bulk" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "customer_bulk_partner" ON "customer_bulk" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "customer_bulk_user" ON "customer_bulk" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "customer_bulk_item_outcome" ON "customer_bulk_item" USING btree ("bulk_id","outcome","position");--> statement-breakpoint
ALTER TABLE "extension_run" ADD CONSTRAINT "extension_run_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "extension_run_user" ON "extension_run" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "extension_run_partner" ON "extension_run" USING btree ("partner_id","created_at");--> statement-breakpoint
CREATE INDEX "extension_run_site_site" ON "extension_run_site" USING btree ("site_id");