CREATE TABLE "github_account" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "github_deployment" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"repository" text NOT NULL,
	"branch" text NOT NULL,
	"commit" text,
	"folder" text,
	"files" integer,
	"deployed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "github_account" ADD CONSTRAINT "github_account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_deployment" ADD CONSTRAINT "github_deployment_site_id_site_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."site"("id") ON DELETE cascade ON UPDATE no action;