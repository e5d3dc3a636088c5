CREATE TABLE "list_count" (
	"list" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "list_count_list_owner_id_pk" PRIMARY KEY("list","owner_id")
);
--> statement-breakpoint
ALTER TABLE "extension_run" ADD COLUMN "activate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "extension_run" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "extension_run" ADD COLUMN "is_difference_accepted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "extension_run_site" ADD COLUMN "wave" integer;--> statement-breakpoint
ALTER TABLE "extension_run_site" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "extension_run_site" ADD COLUMN "undo_task_id" uuid;--> statement-breakpoint
ALTER TABLE "extension_run_site" ADD COLUMN "findings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "extension_run_running" ON "extension_run" USING btree ("id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "extension_run_open" ON "extension_run" USING btree ("customer_id") WHERE state in ('running', 'review', 'halted');--> statement-breakpoint
CREATE INDEX "extension_run_site_undo" ON "extension_run_site" USING btree ("undo_task_id") WHERE undo_task_id is not null;
--> statement-breakpoint
-- list_count is kept by the database itself, so that every writer keeps it. Rows are touched in the order of their keys,
-- so that two writers cannot wait for each other.
CREATE FUNCTION extension_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO list_count AS c (list, owner_id, total)
  SELECT kind, owner, step * count(*)
  FROM (SELECT kind, partner_id AS owner FROM changed_rows UNION ALL SELECT kind, customer_id FROM changed_rows) changed
  GROUP BY kind, owner ORDER BY kind, owner
  ON CONFLICT (list, owner_id) DO UPDATE SET total = c.total + excluded.total;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION backup_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE step int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO list_count AS c (list, owner_id, total)
  SELECT 'backup', site_id, step * count(*) FROM changed_rows GROUP BY site_id ORDER BY site_id
  ON CONFLICT (list, owner_id) DO UPDATE SET total = c.total + excluded.total;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER extension_count_insert AFTER INSERT ON extension REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION extension_count_changed();
--> statement-breakpoint
CREATE TRIGGER extension_count_delete AFTER DELETE ON extension REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION extension_count_changed();
--> statement-breakpoint
CREATE TRIGGER backup_count_insert AFTER INSERT ON backup REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backup_count_changed();
--> statement-breakpoint
CREATE TRIGGER backup_count_delete AFTER DELETE ON backup REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION backup_count_changed();
--> statement-breakpoint
INSERT INTO list_count (list, owner_id, total)
SELECT kind, owner, count(*) FROM (SELECT kind, partner_id AS owner FROM extension UNION ALL SELECT kind, customer_id FROM extension) stored GROUP BY kind, owner
UNION ALL SELECT 'backup', site_id, count(*) FROM backup GROUP BY site_id;
