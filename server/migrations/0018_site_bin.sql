ALTER TABLE "site" ADD COLUMN "binned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "binned_by" uuid;--> statement-breakpoint
ALTER TABLE "site" ADD CONSTRAINT "site_binned_by_user_id_fk" FOREIGN KEY ("binned_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_binned" ON "site" USING btree ("binned_at") WHERE binned_at is not null;--> statement-breakpoint
-- Sites in the bin are not counted: they are in no list, and not in the quota.
CREATE OR REPLACE FUNCTION site_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, count(*), count(*) FILTER (WHERE is_stage)
  FROM (SELECT partner_id AS owner, is_stage FROM new_rows WHERE binned_at IS NULL
        UNION ALL SELECT customer_id, is_stage FROM new_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL) added
  GROUP BY owner ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION site_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, -count(*), -count(*) FILTER (WHERE is_stage)
  FROM (SELECT partner_id AS owner, is_stage FROM old_rows WHERE binned_at IS NULL
        UNION ALL SELECT customer_id, is_stage FROM old_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL) removed
  GROUP BY owner ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION site_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, sum(delta), sum(stage_delta)
  FROM (SELECT partner_id AS owner, -1 AS delta, -is_stage::int AS stage_delta FROM old_rows WHERE binned_at IS NULL
        UNION ALL SELECT partner_id, 1, is_stage::int FROM new_rows WHERE binned_at IS NULL
        UNION ALL SELECT customer_id, -1, -is_stage::int FROM old_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL
        UNION ALL SELECT customer_id, 1, is_stage::int FROM new_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL) moved
  GROUP BY owner HAVING sum(delta) <> 0 OR sum(stage_delta) <> 0 ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
