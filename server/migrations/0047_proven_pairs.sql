CREATE TABLE "proven_pair" (
	"domain" text NOT NULL,
	"nameservers" jsonb NOT NULL,
	"owner" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "proven_pair_domain_nameservers_pk" PRIMARY KEY("domain","nameservers")
);
