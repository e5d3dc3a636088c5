CREATE TABLE "github_revocation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"login" text NOT NULL,
	"tokens" text,
	"expires_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "github_revocation" ADD CONSTRAINT "github_revocation_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_revocation_user" ON "github_revocation" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "github_revocation_failed" ON "github_revocation" USING btree ("failed_at");