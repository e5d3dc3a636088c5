CREATE TABLE "site_use" (
	"site_id" text NOT NULL,
	"holder" text NOT NULL,
	"changes" boolean NOT NULL,
	CONSTRAINT "site_use_site_id_holder_changes_pk" PRIMARY KEY("site_id","holder","changes")
);
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "cache_generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "site_use_changer" ON "site_use" USING btree ("site_id") WHERE changes;