-- site_count is kept by the database itself, so that every writer keeps it: one statement, one update per owner.
-- Owners are touched in the order of their ids, so that two writers cannot wait for each other.
CREATE FUNCTION site_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, count(*), count(*) FILTER (WHERE is_stage)
  FROM (SELECT partner_id AS owner, is_stage FROM new_rows
        UNION ALL SELECT customer_id, is_stage FROM new_rows WHERE customer_id IS NOT NULL) added
  GROUP BY owner ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION site_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, -count(*), -count(*) FILTER (WHERE is_stage)
  FROM (SELECT partner_id AS owner, is_stage FROM old_rows
        UNION ALL SELECT customer_id, is_stage FROM old_rows WHERE customer_id IS NOT NULL) removed
  GROUP BY owner ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION site_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, sum(delta), sum(stage_delta)
  FROM (SELECT partner_id AS owner, -1 AS delta, -is_stage::int AS stage_delta FROM old_rows
        UNION ALL SELECT partner_id, 1, is_stage::int FROM new_rows
        UNION ALL SELECT customer_id, -1, -is_stage::int FROM old_rows WHERE customer_id IS NOT NULL
        UNION ALL SELECT customer_id, 1, is_stage::int FROM new_rows WHERE customer_id IS NOT NULL) moved
  GROUP BY owner HAVING sum(delta) <> 0 OR sum(stage_delta) <> 0 ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER site_count_insert AFTER INSERT ON site REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION site_count_added();
--> statement-breakpoint
CREATE TRIGGER site_count_delete AFTER DELETE ON site REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION site_count_removed();
--> statement-breakpoint
CREATE TRIGGER site_count_update AFTER UPDATE ON site REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION site_count_changed();
