CREATE TABLE "customer_currency" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"currency" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "partner" ADD COLUMN "currency" text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_currency" ADD CONSTRAINT "customer_currency_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Who sells in another currency already goes on to show it first.
UPDATE "partner" SET "currency" = "sold"."currency" FROM (
	SELECT DISTINCT ON ("partner_id") "partner_id", "currency" FROM "plan_price" WHERE "active" ORDER BY "partner_id", "created_at", "id"
) AS "sold" WHERE "sold"."partner_id" = "partner"."id";
