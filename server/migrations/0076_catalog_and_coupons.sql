CREATE TABLE "coupon" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"code" text NOT NULL,
	"percent" integer,
	"amount" integer,
	"currency" text,
	"duration" text NOT NULL,
	"months" integer,
	"ends_at" timestamp (3) with time zone,
	"max_uses" integer,
	"products" jsonb NOT NULL,
	"provider_coupon" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_provider_coupon_unique" UNIQUE("provider_coupon")
);
--> statement-breakpoint
CREATE TABLE "plan_offer" (
	"partner_id" uuid NOT NULL,
	"product" text NOT NULL,
	"name" text NOT NULL,
	"features" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_offer_partner_id_product_pk" PRIMARY KEY("partner_id","product")
);
--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_offer" ADD CONSTRAINT "plan_offer_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code" ON "coupon" USING btree ("partner_id","code");--> statement-breakpoint
CREATE INDEX "coupon_created" ON "coupon" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_coupon" ON "purchase" USING btree ("coupon_id","customer_id") WHERE coupon_id is not null and status <> 'expired';