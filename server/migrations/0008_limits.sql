CREATE TABLE "site_limit_hit" (
	"site_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_limit_hit_site_id_day_kind_pk" PRIMARY KEY("site_id","day","kind")
);
--> statement-breakpoint
ALTER TABLE "site_usage_day" ADD COLUMN "egress_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "site_usage_day" ADD COLUMN "mails" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "plan_type" text DEFAULT 'FREE' NOT NULL;--> statement-breakpoint
ALTER TABLE "site_limit_hit" ADD CONSTRAINT "site_limit_hit_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;