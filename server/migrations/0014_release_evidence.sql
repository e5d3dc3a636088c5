ALTER TABLE "release" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "release" ADD COLUMN "revoked_by" text;--> statement-breakpoint
ALTER TABLE "release" ADD COLUMN "revoke_reason" text;--> statement-breakpoint
ALTER TABLE "release_failure" ADD COLUMN "visitor" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "release_failure" ADD COLUMN "network" text DEFAULT '' NOT NULL;