CREATE TABLE "account_coupon" (
	"account_id" uuid NOT NULL,
	"coupon_id" uuid NOT NULL,
	"provider_coupon" text NOT NULL,
	CONSTRAINT "account_coupon_account_id_coupon_id_pk" PRIMARY KEY("account_id","coupon_id")
);
--> statement-breakpoint
CREATE TABLE "account_price" (
	"account_id" uuid NOT NULL,
	"price_id" uuid NOT NULL,
	"provider_price" text NOT NULL,
	CONSTRAINT "account_price_account_id_price_id_pk" PRIMARY KEY("account_id","price_id"),
	CONSTRAINT "account_price_provider" UNIQUE("account_id","provider_price")
);
--> statement-breakpoint
CREATE TABLE "payment_account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"provider_account" text NOT NULL,
	"is_test" boolean NOT NULL,
	"name" text NOT NULL,
	"country" text NOT NULL,
	"currency" text NOT NULL,
	"secret_key" text,
	"key_end" text NOT NULL,
	"publishable_key" text NOT NULL,
	"webhook_secret" text,
	"webhook_endpoint" text,
	"problem" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"last_event_at" timestamp (3) with time zone,
	"disconnected_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_account_provider" UNIQUE("partner_id","provider_account","is_test")
);
--> statement-breakpoint
ALTER TABLE "payment_customer" DROP CONSTRAINT "payment_customer_provider_customer_unique";--> statement-breakpoint
ALTER TABLE "payment_customer" DROP CONSTRAINT "payment_customer_pkey";--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_customer" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_customer" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "account_coupon" ADD CONSTRAINT "account_coupon_account_id_payment_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_coupon" ADD CONSTRAINT "account_coupon_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_price" ADD CONSTRAINT "account_price_account_id_payment_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_price" ADD CONSTRAINT "account_price_price_id_plan_price_id_fk" FOREIGN KEY ("price_id") REFERENCES "public"."plan_price"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_account" ADD CONSTRAINT "payment_account_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_account_connected" ON "payment_account" USING btree ("partner_id") WHERE disconnected_at is null;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_account_id_payment_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customer" ADD CONSTRAINT "payment_customer_account_id_payment_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_account_id_payment_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."payment_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_account" ON "purchase" USING btree ("account_id") WHERE account_id is not null;--> statement-breakpoint
ALTER TABLE "payment_customer" ADD CONSTRAINT "payment_customer_account" UNIQUE NULLS NOT DISTINCT("user_id","account_id");--> statement-breakpoint
ALTER TABLE "payment_customer" ADD CONSTRAINT "payment_customer_provider" UNIQUE NULLS NOT DISTINCT("account_id","provider_customer");