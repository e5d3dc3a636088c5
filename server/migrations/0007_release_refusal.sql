CREATE TABLE "release_refusal" (
	"package" text NOT NULL,
	"version" text NOT NULL,
	"error" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"mended_at" timestamp (3) with time zone,
	CONSTRAINT "release_refusal_package_version_pk" PRIMARY KEY("package","version")
);
