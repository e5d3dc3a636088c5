CREATE TABLE "app_database" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"sealed" text NOT NULL,
	"error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"password_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_database" ADD CONSTRAINT "app_database_app_id_app_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."app"("id") ON DELETE cascade ON UPDATE no action;