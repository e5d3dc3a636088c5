CREATE TABLE "limit_notice" (
	"customer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limit_notice_customer_id_kind_subject_id_pk" PRIMARY KEY("customer_id","kind","subject_id")
);
--> statement-breakpoint
ALTER TABLE "license" ADD COLUMN "reminded_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "license" ADD COLUMN "reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "checkout_session" text;--> statement-breakpoint
ALTER TABLE "limit_notice" ADD CONSTRAINT "limit_notice_customer_id_user_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;