import type { PlanReason } from '@panel/contract';
import type { SiteRow } from '../site/site.repo.ts';
import type { NewRunSite } from './run.repo.ts';

/** How many sites the second wave has; the first has one, and the third the rest. */
const SECOND = 5;

const waveOf = (index: number): number => (index === 0 ? 1 : index <= SECOND ? 2 : 3);

/** Staging sites first, then the smallest: what breaks there does the least harm, and is found soonest. */
const byRisk = (one: SiteRow, other: SiteRow): number =>
  Number(other.isStage) - Number(one.isStage) ||
  (one.fileSize ?? Infinity) - (other.fileSize ?? Infinity) ||
  one.fqdn.localeCompare(other.fqdn);

type Choice = { firstId: string | null; reasonOn(site: SiteRow): PlanReason | null };

/** The sites of a new plan with their waves. One that can never be changed has its reason, and no place in a wave. */
export function newPlanSites(runId: string, sites: readonly SiteRow[], { firstId, reasonOn }: Choice): NewRunSite[] {
  const reasons = new Map(sites.map((site) => [site.id, reasonOn(site)]));
  const ordered = sites
    .filter(({ id }) => reasons.get(id) === null)
    .toSorted((one, other) => Number(other.id === firstId) - Number(one.id === firstId) || byRisk(one, other))
    .map(({ id }) => id);
  return sites.map(({ id, fqdn }) => {
    const refused = reasons.get(id) ?? null;
    return { runId, siteId: id, fqdn, refused, wave: refused === null ? waveOf(ordered.indexOf(id)) : null };
  });
}
