CREATE TABLE "installed_item" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"sites" integer NOT NULL,
	"active" integer NOT NULL,
	CONSTRAINT "installed_item_owner_id_kind_slug_pk" PRIMARY KEY("owner_id","kind","slug")
);
--> statement-breakpoint
CREATE TABLE "installed_version" (
	"owner_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"sites" integer NOT NULL,
	"active" integer NOT NULL,
	CONSTRAINT "installed_version_owner_id_kind_slug_version_name_pk" PRIMARY KEY("owner_id","kind","slug","version","name")
);
--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "inventory_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "site" ADD COLUMN "is_inventory_failed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "installed_item_name" ON "installed_item" USING btree ("owner_id","kind",lower("name"),"slug");--> statement-breakpoint
CREATE INDEX "site_partner_inventory" ON "site" USING btree ("partner_id","inventory_at") WHERE binned_at is null;--> statement-breakpoint
CREATE INDEX "site_customer_inventory" ON "site" USING btree ("customer_id","inventory_at") WHERE binned_at is null;--> statement-breakpoint
CREATE INDEX "site_partner_unread" ON "site" USING btree ("partner_id","fqdn") WHERE type = 'wordpress' and status = 'ready' and assigned_at is not null and binned_at is null and (inventory_at is null or is_inventory_failed);--> statement-breakpoint
CREATE INDEX "site_customer_unread" ON "site" USING btree ("customer_id","fqdn") WHERE type = 'wordpress' and status = 'ready' and assigned_at is not null and binned_at is null and (inventory_at is null or is_inventory_failed);
--> statement-breakpoint
-- installed_version and installed_item are kept by the database itself, so that every writer keeps them. The order of locks
-- is site, partner, counts: whoever changes the counts of a partner holds its lock, so that two writers cannot wait for each
-- other.
CREATE FUNCTION installed_lock(partner uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('installed ' || partner, 0))
$$;
--> statement-breakpoint
CREATE FUNCTION installed_apply(changes installed_version[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO installed_version AS v (owner_id, kind, slug, name, version, sites, active)
  SELECT owner_id, kind, slug, name, version, sum(sites), sum(active) FROM unnest(changes)
  GROUP BY owner_id, kind, slug, name, version HAVING sum(sites) <> 0 OR sum(active) <> 0
  ON CONFLICT (owner_id, kind, slug, version, name) DO UPDATE SET sites = v.sites + excluded.sites, active = v.active + excluded.active;
  DELETE FROM installed_version v USING (SELECT DISTINCT owner_id, kind, slug FROM unnest(changes)) c
  WHERE v.owner_id = c.owner_id AND v.kind = c.kind AND v.slug = c.slug AND v.sites = 0;
  INSERT INTO installed_item AS i (owner_id, kind, slug, name, sites, active)
  SELECT v.owner_id, v.kind, v.slug, max(v.name), sum(v.sites), sum(v.active)
  FROM installed_version v JOIN (SELECT DISTINCT owner_id, kind, slug FROM unnest(changes)) c
    ON v.owner_id = c.owner_id AND v.kind = c.kind AND v.slug = c.slug
  GROUP BY v.owner_id, v.kind, v.slug
  ON CONFLICT (owner_id, kind, slug) DO UPDATE SET name = excluded.name, sites = excluded.sites, active = excluded.active
  WHERE (i.name, i.sites, i.active) <> (excluded.name, excluded.sites, excluded.active);
  DELETE FROM installed_item i USING (SELECT DISTINCT owner_id, kind, slug FROM unnest(changes)) c
  WHERE i.owner_id = c.owner_id AND i.kind = c.kind AND i.slug = c.slug AND NOT EXISTS
    (SELECT 1 FROM installed_version v WHERE v.owner_id = i.owner_id AND v.kind = i.kind AND v.slug = i.slug);
END $$;
--> statement-breakpoint
-- What is installed on sites changes. The share of their rows waits for a change of their owner, and makes one wait.
CREATE FUNCTION installed_on_sites() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched uuid[];
  changes installed_version[];
BEGIN
  IF TG_OP = 'INSERT' THEN SELECT array_agg(DISTINCT site_id) INTO touched FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN SELECT array_agg(DISTINCT site_id) INTO touched FROM old_rows;
  ELSE SELECT array_agg(DISTINCT site_id) INTO touched FROM (SELECT site_id FROM new_rows UNION SELECT site_id FROM old_rows) both_rows;
  END IF;
  PERFORM 1 FROM site WHERE id = ANY (touched) ORDER BY id FOR SHARE;
  PERFORM installed_lock(p.id) FROM (SELECT DISTINCT partner_id AS id FROM site WHERE id = ANY (touched) ORDER BY 1) p;
  IF TG_OP <> 'INSERT' THEN
    SELECT array_agg(ROW(o.id, e.kind, e.slug, e.name, e.version, -1, -e.active::int)::installed_version) INTO changes
    FROM old_rows e JOIN site s ON s.id = e.site_id AND s.binned_at IS NULL
    CROSS JOIN LATERAL (VALUES (s.partner_id), (s.customer_id)) o(id) WHERE o.id IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT changes || array_agg(ROW(o.id, e.kind, e.slug, e.name, e.version, 1, e.active::int)::installed_version) INTO changes
    FROM new_rows e JOIN site s ON s.id = e.site_id AND s.binned_at IS NULL
    CROSS JOIN LATERAL (VALUES (s.partner_id), (s.customer_id)) o(id) WHERE o.id IS NOT NULL;
  END IF;
  IF changes IS NOT NULL THEN PERFORM installed_apply(changes); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A site changes its owner, enters or leaves the bin, or is deleted. Before a deletion, because its rows go with it.
CREATE FUNCTION installed_site_moved() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owners uuid[] := '{}';
  steps int[] := '{}';
  changes installed_version[];
BEGIN
  IF OLD.binned_at IS NULL THEN owners := ARRAY[OLD.partner_id, OLD.customer_id]; steps := ARRAY[-1, -1]; END IF;
  IF TG_OP = 'UPDATE' AND NEW.binned_at IS NULL THEN
    owners := owners || ARRAY[NEW.partner_id, NEW.customer_id];
    steps := steps || ARRAY[1, 1];
  END IF;
  PERFORM installed_lock(p.id) FROM (SELECT DISTINCT unnest(ARRAY[OLD.partner_id, COALESCE(NEW.partner_id, OLD.partner_id)]) AS id ORDER BY 1) p;
  SELECT array_agg(ROW(o.id, e.kind, e.slug, e.name, e.version, o.step, o.step * e.active::int)::installed_version) INTO changes
  FROM site_extension e CROSS JOIN unnest(owners, steps) o(id, step) WHERE e.site_id = OLD.id AND o.id IS NOT NULL;
  IF changes IS NOT NULL THEN PERFORM installed_apply(changes); END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE FUNCTION installed_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO list_count AS c (list, owner_id, total)
  SELECT 'installed_' || kind, owner_id, step * count(*) FROM changed_rows GROUP BY kind, owner_id
  ON CONFLICT (list, owner_id) DO UPDATE SET total = c.total + excluded.total;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER installed_insert AFTER INSERT ON site_extension REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION installed_on_sites();
--> statement-breakpoint
CREATE TRIGGER installed_delete AFTER DELETE ON site_extension REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION installed_on_sites();
--> statement-breakpoint
CREATE TRIGGER installed_update AFTER UPDATE ON site_extension REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION installed_on_sites();
--> statement-breakpoint
CREATE TRIGGER installed_site_update AFTER UPDATE OF partner_id, customer_id, binned_at ON site FOR EACH ROW
WHEN (OLD.partner_id <> NEW.partner_id OR OLD.customer_id IS DISTINCT FROM NEW.customer_id OR (OLD.binned_at IS NULL) <> (NEW.binned_at IS NULL))
EXECUTE FUNCTION installed_site_moved();
--> statement-breakpoint
CREATE TRIGGER installed_site_delete BEFORE DELETE ON site FOR EACH ROW EXECUTE FUNCTION installed_site_moved();
--> statement-breakpoint
CREATE TRIGGER installed_count_insert AFTER INSERT ON installed_item REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION installed_count_changed();
--> statement-breakpoint
CREATE TRIGGER installed_count_delete AFTER DELETE ON installed_item REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION installed_count_changed();
--> statement-breakpoint
INSERT INTO installed_version (owner_id, kind, slug, name, version, sites, active)
SELECT o.id, e.kind, e.slug, e.name, e.version, count(*), count(*) FILTER (WHERE e.active)
FROM site_extension e JOIN site s ON s.id = e.site_id AND s.binned_at IS NULL
CROSS JOIN LATERAL (VALUES (s.partner_id), (s.customer_id)) o(id) WHERE o.id IS NOT NULL
GROUP BY o.id, e.kind, e.slug, e.name, e.version;
--> statement-breakpoint
INSERT INTO installed_item (owner_id, kind, slug, name, sites, active)
SELECT owner_id, kind, slug, max(name), sum(sites), sum(active) FROM installed_version GROUP BY owner_id, kind, slug;
--> statement-breakpoint
CREATE FUNCTION site_inventory_checked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE site SET inventory_at = NEW.checked_at, is_inventory_failed = NEW.failure IS NOT NULL
  WHERE id = NEW.site_id AND (inventory_at, is_inventory_failed) IS DISTINCT FROM (NEW.checked_at, NEW.failure IS NOT NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER site_inventory_check AFTER INSERT OR UPDATE OF checked_at, failure ON site_extension_check FOR EACH ROW EXECUTE FUNCTION site_inventory_checked();
--> statement-breakpoint
UPDATE site SET inventory_at = c.checked_at, is_inventory_failed = c.failure IS NOT NULL FROM site_extension_check c WHERE c.site_id = site.id;
