CREATE TABLE "cdn_setting" (
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"file_types" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_seconds" integer NOT NULL,
	"serve_stale" boolean NOT NULL,
	"ignore_origin" boolean NOT NULL,
	"query_strings" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cdn_setting_resource_resource_id_pk" PRIMARY KEY("resource","resource_id")
);
--> statement-breakpoint
CREATE TABLE "traffic_hour" (
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"page_views" bigint DEFAULT 0 NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	"bots" bigint DEFAULT 0 NOT NULL,
	"s2xx" bigint DEFAULT 0 NOT NULL,
	"s3xx" bigint DEFAULT 0 NOT NULL,
	"s4xx" bigint DEFAULT 0 NOT NULL,
	"s5xx" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "traffic_hour_resource_resource_id_hour_pk" PRIMARY KEY("resource","resource_id","hour")
);
--> statement-breakpoint
CREATE TABLE "traffic_part_day" (
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"part" text NOT NULL,
	"day" date NOT NULL,
	"name" text NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "traffic_part_day_resource_resource_id_part_day_name_pk" PRIMARY KEY("resource","resource_id","part","day","name")
);
--> statement-breakpoint
-- What belongs to a resource has no foreign key, because it can be of several tables.
CREATE FUNCTION site_cdn_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM cdn_setting WHERE resource = 'site' AND resource_id = OLD.id;
  DELETE FROM traffic_hour WHERE resource = 'site' AND resource_id = OLD.id;
  DELETE FROM traffic_part_day WHERE resource = 'site' AND resource_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER site_cdn_removed AFTER DELETE ON site FOR EACH ROW EXECUTE FUNCTION site_cdn_removed();
