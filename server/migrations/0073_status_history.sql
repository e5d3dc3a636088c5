INSERT INTO "status_day" ("partner_id", "part", "day", "checks", "failed", "seconds", "failed_seconds")
SELECT w.partner_id, case when w.kind = 'node' then 'applications' else 'sites' end, u.day,
  sum(u.checks), sum(u.failed), sum(u.seconds), sum(u.failed_seconds)
FROM "uptime_day" u JOIN "workload" w ON w.id = u.workload_id
WHERE u.day > (now() at time zone 'utc')::date - 91 GROUP BY 1, 2, 3;
