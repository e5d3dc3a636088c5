-- What anybody can cause is in no chain, and is removed after a while.
UPDATE "audit_log" SET "chained" = false WHERE "user_id" IS NULL OR "action" = 'login.failed';
--> statement-breakpoint
UPDATE "audit_log" SET "customer_id" = "user_id"
WHERE "user_id" IN (SELECT "id" FROM "user" WHERE "role" = 'customer');
