CREATE TABLE "member_workload" (
	"user_id" uuid NOT NULL,
	"workload_id" uuid NOT NULL,
	CONSTRAINT "member_workload_user_id_workload_id_pk" PRIMARY KEY("user_id","workload_id")
);
--> statement-breakpoint
ALTER TABLE "api_token" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "member_role" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "all_workloads" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "member_workload" ADD CONSTRAINT "member_workload_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_workload" ADD CONSTRAINT "member_workload_workload_id_workload_id_fk" FOREIGN KEY ("workload_id") REFERENCES "public"."workload"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_workload_workload" ON "member_workload" USING btree ("workload_id");--> statement-breakpoint
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_member_id_user_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user" ADD CONSTRAINT "user_account_id_user_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_token_member" ON "api_token" USING btree ("member_id") WHERE member_id is not null;--> statement-breakpoint
CREATE INDEX "user_account" ON "user" USING btree ("account_id") WHERE account_id is not null;