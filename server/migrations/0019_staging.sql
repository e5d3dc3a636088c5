CREATE TABLE "staging" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"parent_id" uuid NOT NULL,
	"copied_at" timestamp (3) with time zone,
	"baseline_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"published_parts" text,
	"backup_id" uuid,
	CONSTRAINT "staging_parent_id_unique" UNIQUE("parent_id")
);
--> statement-breakpoint
ALTER TABLE "staging" ADD CONSTRAINT "staging_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staging" ADD CONSTRAINT "staging_parent_id_site_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staging" ADD CONSTRAINT "staging_backup_id_backup_id_fk" FOREIGN KEY ("backup_id") REFERENCES "public"."backup"("id") ON DELETE set null ON UPDATE no action;