CREATE TABLE "stored_batch" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stored_batch_created" ON "stored_batch" USING btree ("created_at");