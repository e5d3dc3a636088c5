import { DISK_WARNING_PERCENT, limitsOfPlan, PLAN_LIMITS, SMALLEST_PLAN, type SiteWarning } from '@panel/contract';
import { sql, type SQL } from 'drizzle-orm';

/** Days before its end from which a certificate is reported that was not renewed: the same as of its owner's notification. */
const CERTIFICATE_DAYS = 14;
const MB = 1024 * 1024;

/** Bytes from which a site of the plan has nearly used up its space. */
const warningBytes = (plan: string): number =>
  Math.ceil((limitsOfPlan(plan).site.diskMb * MB * DISK_WARNING_PERCENT) / 100);
const PLANS = Object.keys(PLAN_LIMITS);
const SMALLEST = Math.min(...PLANS.map(warningBytes));

/**
 * The condition of certificates `c` of workloads that end soon although they should have been renewed, without a newer one. Its
 * parts are those of an index.
 */
export const CERTIFICATE_DUE = `c.resource = 'site' and c.not_after <= now() + interval '${CERTIFICATE_DAYS} days'
      and (c.kind = 'own' or c.not_before + (c.not_after - c.not_before) * 4 / 5 <= now())
      and not exists (select 1 from certificate n where n.resource = 'site' and n.resource_id = c.resource_id and n.not_after > c.not_after)`;

const CONDITIONS: Readonly<Record<SiteWarning, string>> = {
  // The last request failed, or its last certificate is about to end although it should have been renewed.
  certificate: `s.id in (select resource_id from ssl_setting where resource = 'site' and error is not null
    union all select c.resource_id from certificate c where ${CERTIFICATE_DUE})`,
  // The first part is for the index: few sites are that large.
  disk: `(s.file_size >= ${SMALLEST} and s.file_size >= case s.plan_type ${PLANS.map(
    (plan) => `when '${plan}' then ${warningBytes(plan)}`,
  ).join(' ')} else ${warningBytes(SMALLEST_PLAN)} end)`,
};

/** The condition of a list of sites `s` with one of these warnings. */
export const hasWarning = (warnings: readonly SiteWarning[]): SQL =>
  sql.raw(`(${warnings.map((warning) => CONDITIONS[warning]).join(' or ')})`);
