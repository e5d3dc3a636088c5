CREATE TABLE "app_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"app_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"from_address" text NOT NULL,
	"result" text NOT NULL,
	"branch" text,
	"commit" text,
	"build_id" uuid,
	"digest" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_delivery_digest" UNIQUE("app_id","digest")
);
--> statement-breakpoint
CREATE TABLE "app_push_secret" (
	"app_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"sealed" text,
	"hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_push_secret_app_id_kind_pk" PRIMARY KEY("app_id","kind"),
	CONSTRAINT "app_push_secret_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "app_delivery" ADD CONSTRAINT "app_delivery_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_delivery" ADD CONSTRAINT "app_delivery_build_id_app_build_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."app_build"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_push_secret" ADD CONSTRAINT "app_push_secret_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "app_delivery_created" ON "app_delivery" USING btree ("app_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "app_delivery_old" ON "app_delivery" USING btree ("created_at");