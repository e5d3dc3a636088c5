-- What runs is one table. Tables, columns, indexes and constraints get new names; no row of a site changes.
ALTER TABLE "site" RENAME TO "workload";--> statement-breakpoint
ALTER TABLE "site_host" RENAME TO "workload_host";--> statement-breakpoint
ALTER TABLE "site_usage_day" RENAME TO "usage_day";--> statement-breakpoint
ALTER TABLE "site_uptime_day" RENAME TO "uptime_day";--> statement-breakpoint
ALTER TABLE "site_limit_hit" RENAME TO "limit_hit";--> statement-breakpoint
ALTER TABLE "workload_host" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "usage_day" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "uptime_day" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "limit_hit" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "site_access" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "site_source" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "site_hold" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "site_use" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "staging" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "backup" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER TABLE "backup_setting" RENAME COLUMN "site_id" TO "workload_id";--> statement-breakpoint
ALTER INDEX "site_host_site" RENAME TO "workload_host_workload";--> statement-breakpoint
ALTER INDEX "site_access_site" RENAME TO "site_access_workload";--> statement-breakpoint
ALTER INDEX "backup_site_created" RENAME TO "backup_workload_created";--> statement-breakpoint
-- Names that follow from a table and its columns: of indexes first, because those of keys change with their constraints.
DO $$
DECLARE
  renamed record;
  target text;
BEGIN
  FOR renamed IN
    SELECT i.relname AS name, 'workload' || substr(i.relname::text, 5) AS target
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
    WHERE x.indrelid = 'workload'::regclass AND i.relname LIKE 'site\_%' AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.oid AND c.conrelid = x.indrelid)
  LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', renamed.name, renamed.target);
  END LOOP;
  FOR renamed IN
    SELECT c.conrelid::regclass AS owner, c.conname AS name FROM pg_constraint c
    WHERE c.contype IN ('p', 'u', 'f') AND c.connamespace = 'public'::regnamespace
  LOOP
    target := renamed.name;
    IF renamed.owner IN ('workload'::regclass, 'workload_host'::regclass) THEN
      target := regexp_replace(target, '^site_', 'workload_');
    ELSIF renamed.owner IN ('usage_day'::regclass, 'uptime_day'::regclass, 'limit_hit'::regclass) THEN
      target := regexp_replace(target, '^site_', '');
    END IF;
    IF renamed.owner IN ('workload_host'::regclass, 'usage_day'::regclass, 'uptime_day'::regclass, 'limit_hit'::regclass, 'site_access'::regclass,
      'site_source'::regclass, 'site_use'::regclass, 'staging'::regclass, 'backup'::regclass, 'backup_setting'::regclass) THEN
      target := regexp_replace(target, '_site_id_', '_workload_id_');
    END IF;
    target := regexp_replace(target, '_site_id_fk$', '_workload_id_fk');
    IF target <> renamed.name THEN
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', renamed.owner, renamed.name, target);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "workload" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "workload" ADD COLUMN "node_id" text;--> statement-breakpoint
UPDATE "workload" SET "kind" = CASE "type" WHEN 'wordpress' THEN 'wordpress' ELSE 'static' END;--> statement-breakpoint
ALTER TABLE "workload" ALTER COLUMN "kind" SET NOT NULL;--> statement-breakpoint
DROP INDEX "workload_partner_created";--> statement-breakpoint
DROP INDEX "workload_customer_created";--> statement-breakpoint
CREATE INDEX "workload_partner_created" ON "workload" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id") WHERE kind <> 'node';--> statement-breakpoint
CREATE INDEX "workload_customer_created" ON "workload" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id") WHERE kind <> 'node';--> statement-breakpoint
CREATE INDEX "workload_partner_app" ON "workload" USING btree ("partner_id","created_at" DESC NULLS FIRST,"id") WHERE kind = 'node';--> statement-breakpoint
CREATE INDEX "workload_customer_app" ON "workload" USING btree ("customer_id","created_at" DESC NULLS FIRST,"id") WHERE kind = 'node';--> statement-breakpoint
-- site_count is about the sites among them.
CREATE OR REPLACE FUNCTION site_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, count(*), count(*) FILTER (WHERE is_stage)
  FROM (SELECT partner_id AS owner, is_stage FROM new_rows WHERE binned_at IS NULL AND kind <> 'node'
        UNION ALL SELECT customer_id, is_stage FROM new_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL AND kind <> 'node') added
  GROUP BY owner ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION site_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, -count(*), -count(*) FILTER (WHERE is_stage)
  FROM (SELECT partner_id AS owner, is_stage FROM old_rows WHERE binned_at IS NULL AND kind <> 'node'
        UNION ALL SELECT customer_id, is_stage FROM old_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL AND kind <> 'node') removed
  GROUP BY owner ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION site_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO site_count AS c (owner_id, total, staging)
  SELECT owner, sum(delta), sum(stage_delta)
  FROM (SELECT partner_id AS owner, -1 AS delta, -is_stage::int AS stage_delta FROM old_rows WHERE binned_at IS NULL AND kind <> 'node'
        UNION ALL SELECT partner_id, 1, is_stage::int FROM new_rows WHERE binned_at IS NULL AND kind <> 'node'
        UNION ALL SELECT customer_id, -1, -is_stage::int FROM old_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL AND kind <> 'node'
        UNION ALL SELECT customer_id, 1, is_stage::int FROM new_rows WHERE customer_id IS NOT NULL AND binned_at IS NULL AND kind <> 'node') moved
  GROUP BY owner HAVING sum(delta) <> 0 OR sum(stage_delta) <> 0 ORDER BY owner
  ON CONFLICT (owner_id) DO UPDATE SET total = c.total + excluded.total, staging = c.staging + excluded.staging;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The same as before, with the new names.
CREATE OR REPLACE FUNCTION backup_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO list_count AS c (list, owner_id, total)
  SELECT 'backup', workload_id, step * count(*) FROM changed_rows GROUP BY workload_id ORDER BY workload_id
  ON CONFLICT (list, owner_id) DO UPDATE SET total = c.total + excluded.total;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION installed_on_sites() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid[];
  changes installed_version[];
BEGIN
  IF TG_OP = 'INSERT' THEN SELECT array_agg(DISTINCT site_id) INTO touched FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN SELECT array_agg(DISTINCT site_id) INTO touched FROM old_rows;
  ELSE SELECT array_agg(DISTINCT site_id) INTO touched FROM (SELECT site_id FROM new_rows UNION SELECT site_id FROM old_rows) both_rows;
  END IF;
  PERFORM 1 FROM workload WHERE id = ANY (touched) ORDER BY id FOR SHARE;
  PERFORM installed_lock(p.id) FROM (SELECT DISTINCT partner_id AS id FROM workload WHERE id = ANY (touched) ORDER BY 1) p;
  IF TG_OP <> 'INSERT' THEN
    SELECT array_agg(ROW(o.id, e.kind, e.slug, e.name, e.version, -1, -e.active::int)::installed_version) INTO changes
    FROM old_rows e JOIN workload s ON s.id = e.site_id AND s.binned_at IS NULL
    CROSS JOIN LATERAL (VALUES (s.partner_id), (s.customer_id)) o(id) WHERE o.id IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT changes || array_agg(ROW(o.id, e.kind, e.slug, e.name, e.version, 1, e.active::int)::installed_version) INTO changes
    FROM new_rows e JOIN workload s ON s.id = e.site_id AND s.binned_at IS NULL
    CROSS JOIN LATERAL (VALUES (s.partner_id), (s.customer_id)) o(id) WHERE o.id IS NOT NULL;
  END IF;
  IF changes IS NOT NULL THEN PERFORM installed_apply(changes); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION site_inventory_checked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE workload SET inventory_at = NEW.checked_at, is_inventory_failed = NEW.failure IS NOT NULL
  WHERE id = NEW.site_id AND (inventory_at, is_inventory_failed) IS DISTINCT FROM (NEW.checked_at, NEW.failure IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An application is a workload. Nothing kept it from the address of a site: then the site keeps the address, and the application
-- gets one that its id makes its own, which the log of its partner has.
CREATE TEMPORARY TABLE moved_app AS
SELECT a.*, CASE WHEN EXISTS (SELECT 1 FROM workload w WHERE w.fqdn = a.fqdn) OR EXISTS (SELECT 1 FROM workload_host h WHERE h.fqdn = a.fqdn)
  THEN left(split_part(a.fqdn, '.', 1), 50) || '-' || left(replace(a.id::text, '-', ''), 12) || substr(a.fqdn, length(split_part(a.fqdn, '.', 1)) + 1)
  ELSE a.fqdn END AS host
FROM app a;
--> statement-breakpoint
INSERT INTO audit_log (partner_id, action, detail)
SELECT partner_id, 'app.moved', jsonb_build_object('app', id, 'from', fqdn, 'to', host) FROM moved_app WHERE host <> fqdn;
--> statement-breakpoint
INSERT INTO workload (id, partner_id, customer_id, fqdn, name, kind, type, infra_domain_id, domain_type, plan_type, created_at, updated_at)
SELECT id, partner_id, customer_id, host, name, 'node', 'node', gen_random_uuid()::text, domain_type, plan_type, created_at, created_at FROM moved_app;
--> statement-breakpoint
INSERT INTO workload_host (fqdn, workload_id, created_at) SELECT host, id, created_at FROM moved_app;
--> statement-breakpoint
DROP TABLE moved_app;--> statement-breakpoint
ALTER TABLE "app" DROP COLUMN "partner_id", DROP COLUMN "customer_id", DROP COLUMN "fqdn", DROP COLUMN "name", DROP COLUMN "domain_type", DROP COLUMN "plan_type", DROP COLUMN "created_at";--> statement-breakpoint
ALTER TABLE "app" ALTER COLUMN "id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "app" ADD CONSTRAINT "app_id_workload_id_fk" FOREIGN KEY ("id") REFERENCES "public"."workload"("id") ON DELETE cascade ON UPDATE no action;
