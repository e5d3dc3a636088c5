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
ALTER TABLE "app_preview" ADD CONSTRAINT "app_preview_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_preview_branch" ON "app_preview" USING btree ("app_id","branch") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "app_preview_ends" ON "app_preview" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "app_preview_ended" ON "app_preview" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "app_build_to_tell" ON "app_build" USING btree ("tell_at") WHERE is_to_tell;--> statement-breakpoint
CREATE INDEX "app_build_preview" ON "app_build" USING btree ("preview_id","number" DESC NULLS LAST) WHERE preview_id is not null;