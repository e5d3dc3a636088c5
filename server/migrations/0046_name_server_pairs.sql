ALTER TABLE "custom_domain" ADD COLUMN "nameservers" jsonb;--> statement-breakpoint
ALTER TABLE "dns_zone" ADD COLUMN "nameservers" jsonb;--> statement-breakpoint
ALTER TABLE "partner" ADD COLUMN "nameserver_domain" text;