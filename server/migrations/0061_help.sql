CREATE TABLE "help_article" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"partner_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"audience" text NOT NULL,
	"version" integer NOT NULL,
	"published_version" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "help_article_slug" UNIQUE("partner_id","slug")
);
--> statement-breakpoint
CREATE TABLE "help_read" (
	"partner_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"day" date NOT NULL,
	"reads" integer NOT NULL,
	CONSTRAINT "help_read_partner_id_slug_day_pk" PRIMARY KEY("partner_id","slug","day")
);
--> statement-breakpoint
CREATE TABLE "help_version" (
	"article_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"category" text NOT NULL,
	"audience" text NOT NULL,
	"markdown" text NOT NULL,
	"blocks" jsonb NOT NULL,
	"words" text NOT NULL,
	"restored_from" integer,
	"user_id" uuid,
	"user_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "help_version_article_id_version_pk" PRIMARY KEY("article_id","version")
);
--> statement-breakpoint
CREATE TABLE "help_vote" (
	"partner_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"voter" text NOT NULL,
	"helpful" boolean NOT NULL,
	"comment" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "help_vote_partner_id_slug_voter_pk" PRIMARY KEY("partner_id","slug","voter")
);
--> statement-breakpoint
ALTER TABLE "help_article" ADD CONSTRAINT "help_article_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_read" ADD CONSTRAINT "help_read_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_version" ADD CONSTRAINT "help_version_article_id_help_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."help_article"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_version" ADD CONSTRAINT "help_version_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_vote" ADD CONSTRAINT "help_vote_partner_id_partner_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "help_read_day" ON "help_read" USING btree ("day");--> statement-breakpoint
CREATE INDEX "help_vote_updated" ON "help_vote" USING btree ("updated_at");