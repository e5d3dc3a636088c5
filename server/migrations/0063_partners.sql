ALTER TABLE "partner" ADD COLUMN "customers_max" integer;--> statement-breakpoint
ALTER TABLE "partner" ADD COLUMN "sites_max" integer;--> statement-breakpoint
ALTER TABLE "partner" ADD COLUMN "disk_max_gb" integer;--> statement-breakpoint
ALTER TABLE "partner" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "partner" ADD COLUMN "deletes_at" timestamp (3) with time zone;