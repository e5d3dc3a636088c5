CREATE TABLE "app_preview" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"app_id" uuid NOT NULL,
	"branch" text NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"live_build_id" uuid,
	"pushed_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_preview_key" UNIQUE("key"),
	CONSTRAINT "app_preview_label" UNIQUE("label")
);
--> statement-breakpoint
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
	"past_uses" integer DEFAULT 0 NOT NULL,
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
ALTER TABLE "app" ADD COLUMN "previews_on" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "preview_branches" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "preview_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "preview_user" text;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "preview_hash" text;--> statement-breakpoint
ALTER TABLE "app_build" ADD COLUMN "preview_id" uuid;--> statement-breakpoint
ALTER TABLE "app_build" ADD COLUMN "promotes" uuid;--> statement-breakpoint
ALTER TABLE "app_build" ADD COLUMN "is_to_tell" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "app_build" ADD COLUMN "told" text;--> statement-breakpoint
ALTER TABLE "app_build" ADD COLUMN "tell_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "app_build" ADD COLUMN "tell_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "coupon_id" uuid;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "coupon_dropped" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "values" jsonb;--> statement-breakpoint
ALTER TABLE "app_preview" ADD CONSTRAINT "app_preview_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_offer" ADD CONSTRAINT "plan_offer_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_preview_branch" ON "app_preview" USING btree ("app_id","branch") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "app_preview_ends" ON "app_preview" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "app_preview_ended" ON "app_preview" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code" ON "coupon" USING btree ("partner_id","code");--> statement-breakpoint
CREATE INDEX "coupon_created" ON "coupon" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_build_to_tell" ON "app_build" USING btree ("tell_at") WHERE is_to_tell;--> statement-breakpoint
CREATE INDEX "app_build_preview" ON "app_build" USING btree ("preview_id","number" DESC NULLS LAST) WHERE preview_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_coupon" ON "purchase" USING btree ("coupon_id","customer_id") WHERE coupon_id is not null and status <> 'expired';