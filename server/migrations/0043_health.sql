CREATE TABLE "health_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"process" text NOT NULL,
	"kind" text NOT NULL,
	"ms" integer NOT NULL,
	"cpu_ms" integer DEFAULT 0 NOT NULL,
	"works" jsonb NOT NULL,
	"stack" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rss_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "health_hour" (
	"hour" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"longest_ms" integer NOT NULL,
	CONSTRAINT "health_hour_hour_kind_pk" PRIMARY KEY("hour","kind")
);
--> statement-breakpoint
CREATE TABLE "panel_process" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"roles" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"rss_bytes" bigint NOT NULL,
	"heap_bytes" bigint NOT NULL,
	"limit_bytes" bigint NOT NULL,
	"shedding" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_hold" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"times" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "health_event_at" ON "health_event" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "health_event_kind" ON "health_event" USING btree ("kind","at" DESC NULLS LAST);