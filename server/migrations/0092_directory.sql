CREATE TABLE "directory_item" (
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"version" text,
	"checked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_item_kind_slug_pk" PRIMARY KEY("kind","slug")
);
--> statement-breakpoint
ALTER TABLE "extension" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "extension" ADD COLUMN "source" text DEFAULT 'upload' NOT NULL;--> statement-breakpoint
ALTER TABLE "vulnerability" ADD COLUMN "severity" text;--> statement-breakpoint
ALTER TABLE "vulnerability" ADD COLUMN "fixed_in" text;--> statement-breakpoint
CREATE INDEX "directory_item_checked" ON "directory_item" USING btree ("checked_at");