CREATE TABLE "registry_change" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"action" text NOT NULL,
	"package" text NOT NULL,
	"partner_id" uuid,
	"partner" text,
	"detail" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "registry_revision" (
	"id" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release" (
	"package" text NOT NULL,
	"version" text NOT NULL,
	"manifest" text NOT NULL,
	"digest" text NOT NULL,
	"content_digest" text NOT NULL,
	"key_id" text NOT NULL,
	"bytes" bigint NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone,
	"published_by" text NOT NULL,
	"last_served_at" timestamp (3) with time zone,
	CONSTRAINT "release_package_version_pk" PRIMARY KEY("package","version")
);
--> statement-breakpoint
CREATE TABLE "release_block" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"package" text NOT NULL,
	"version" text NOT NULL,
	"partner_id" uuid,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_block_scope" UNIQUE NULLS NOT DISTINCT("package","version","partner_id")
);
--> statement-breakpoint
CREATE TABLE "release_channel" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"package" text NOT NULL,
	"partner_id" uuid,
	"enabled" boolean,
	"stables" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"canary" text,
	"canary_percent" integer,
	"pin" text,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "release_channel_scope" UNIQUE NULLS NOT DISTINCT("package","partner_id")
);
--> statement-breakpoint
CREATE TABLE "release_failure" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"package" text NOT NULL,
	"version" text NOT NULL,
	"partner_id" uuid NOT NULL,
	"view" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_failure_view" UNIQUE("package","version","partner_id","view")
);
--> statement-breakpoint
CREATE TABLE "release_stat" (
	"package" text NOT NULL,
	"version" text NOT NULL,
	"partner_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "release_stat_package_version_partner_id_hour_kind_pk" PRIMARY KEY("package","version","partner_id","hour","kind")
);
--> statement-breakpoint
ALTER TABLE "registry_change" ADD CONSTRAINT "registry_change_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_block" ADD CONSTRAINT "release_block_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_channel" ADD CONSTRAINT "release_channel_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_failure" ADD CONSTRAINT "release_failure_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_stat" ADD CONSTRAINT "release_stat_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registry_change_created" ON "registry_change" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "release_published" ON "release" USING btree ("published_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "release_failure_created" ON "release_failure" USING btree ("created_at");