ALTER TABLE "release_block" ADD COLUMN "by" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
-- Who held back what is held back already stands in the log, written in the same transaction.
UPDATE "release_block" AS b SET "by" = CASE WHEN c."by" = 'browsers' THEN 'automatic' ELSE c."by" END
FROM "registry_change" AS c
WHERE c."action" = 'block' AND c."package" = b."package" AND c."partner_id" IS NOT DISTINCT FROM b."partner_id" AND c."created_at" = b."at" AND position(b."version" in c."detail") > 0;
