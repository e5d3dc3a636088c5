CREATE TABLE "discarded_folder" (
	"folder" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "backup" ADD COLUMN "proof_asked_at" timestamp (3) with time zone;