CREATE TABLE "node" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text,
	"state" text DEFAULT 'ready' NOT NULL,
	"capabilities" jsonb NOT NULL,
	"version" text NOT NULL,
	"processes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"memory_free" bigint DEFAULT 0 NOT NULL,
	"memory_total" bigint DEFAULT 0 NOT NULL,
	"disk_free" bigint DEFAULT 0 NOT NULL,
	"disk_total" bigint DEFAULT 0 NOT NULL,
	"load" real DEFAULT 0 NOT NULL,
	"clock_off_ms" bigint DEFAULT 0 NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"fingerprint" text,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text,
	CONSTRAINT "node_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "node_join" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"node_id" uuid
);
--> statement-breakpoint
CREATE TABLE "node_sample" (
	"node_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"memory_free" bigint DEFAULT 0 NOT NULL,
	"disk_free" bigint DEFAULT 0 NOT NULL,
	"load" real NOT NULL,
	CONSTRAINT "node_sample_node_id_at_pk" PRIMARY KEY("node_id","at")
);
--> statement-breakpoint
ALTER TABLE "node_sample" ADD CONSTRAINT "node_sample_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "node_join_expires" ON "node_join" USING btree ("expires_at");