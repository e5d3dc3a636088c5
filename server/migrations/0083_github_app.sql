CREATE TABLE "github_app_user" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"tokens" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "github_attempt" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"partner_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"holder" text NOT NULL,
	"next" text NOT NULL,
	"verifier" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "github_event" (
	"id" text PRIMARY KEY NOT NULL,
	"digest" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "github_event_digest" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "github_installation" (
	"user_id" uuid NOT NULL,
	"installation_id" bigint NOT NULL,
	"login" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "github_installation_user_id_installation_id_pk" PRIMARY KEY("user_id","installation_id")
);
--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "installation_id" bigint;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "repository_id" bigint;--> statement-breakpoint
ALTER TABLE "app" ADD COLUMN "repository_lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "app_build" ADD COLUMN "check_run_id" bigint;--> statement-breakpoint
ALTER TABLE "github_app_user" ADD CONSTRAINT "github_app_user_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_attempt" ADD CONSTRAINT "github_attempt_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_attempt" ADD CONSTRAINT "github_attempt_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "github_installation" ADD CONSTRAINT "github_installation_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "github_attempt_expires" ON "github_attempt" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "github_attempt_partner" ON "github_attempt" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "github_attempt_user" ON "github_attempt" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "github_event_created" ON "github_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "github_installation_number" ON "github_installation" USING btree ("installation_id");--> statement-breakpoint
CREATE INDEX "app_installation" ON "app" USING btree ("installation_id","repository_id") WHERE installation_id is not null;