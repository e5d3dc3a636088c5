import type { CheckedBy } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { SiteEvidence } from '../../db/schema.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { followCheck, recordFacts, type SiteRow } from './site.repo.ts';
import { hasPort } from './site-ports.ts';

type Deps = Pick<AppContext, 'hosting' | 'clock' | 'db'>;
type CheckedSite = Pick<SiteRow, 'id' | 'kind'>;
/** What a check saw, before it is stored. */
export type SiteFacts = { evidence: SiteEvidence[]; phpVersion: string | null };

/** Site ids are unique, so all panels of this process share their checks. */
const running = createSharedWork<SiteFacts>();

/** Checks a site, or joins a running check, and stores the results; see `askSite`. */
export async function checkSite(
  deps: Deps,
  site: CheckedSite,
  fqdn: string,
  by: CheckedBy = 'task',
): Promise<SiteEvidence[]> {
  const facts = await lookAtSite(deps, site, fqdn, by);
  await recordFacts(deps.db, site.id, storedFacts(facts));
  await followCheck(deps.db, site.id, looksWell(facts.evidence));
  return facts.evidence;
}

/** The same without storing anything. */
export async function lookAtSite(deps: Deps, site: CheckedSite, fqdn: string, by: CheckedBy): Promise<SiteFacts> {
  const { evidence, phpVersion } = await running(`${site.id} ${fqdn}`, () => askSite(deps, site, fqdn, by));
  return { evidence: evidence.map((entry) => ({ ...entry, by })), phpVersion };
}

/** The columns of what a check saw; a version that it did not see stays. */
export const storedFacts = ({ evidence, phpVersion }: SiteFacts) => ({
  evidence,
  ...(phpVersion !== null && { phpVersion }),
});

/** Requests the site over HTTP; the results are in the three groups of the panel (contract: Evidence). */
async function askSite({ hosting, clock }: Deps, site: CheckedSite, fqdn: string, by: CheckedBy): Promise<SiteFacts> {
  const { checks, info } = await hosting.verify(site.id, fqdn, by === 'schedule' ? 'upkeep' : 'visit');
  const checked_at = clock.now().toISOString();
  const group = (name: SiteEvidence['name'], of: typeof checks): SiteEvidence[] => {
    if (of.length === 0) return [];
    const failed = of.find((check) => !check.ok);
    return [
      {
        name,
        ok: !failed,
        detail: failed ? `${failed.name}: ${failed.detail}` : of.map((check) => check.detail).join('; '),
        checked_at,
      },
    ];
  };
  const aboutWordPress = (name: string) => /wordpress|sign-in|login|wp-/i.test(name);
  const evidence = [
    ...group(
      'HTTP',
      checks.filter((check) => !aboutWordPress(check.name)),
    ),
    ...group(
      'WordPress',
      checks.filter((check) => aboutWordPress(check.name)),
    ),
  ];
  const { phpVersion } = info;
  if (hasPort({ hosting }, site, 'wordpress'))
    evidence.push({
      name: 'Runtime',
      ok: phpVersion !== null,
      detail: phpVersion ? `PHP ${phpVersion}` : 'PHP does not answer',
      checked_at,
    });
  return { evidence, phpVersion };
}

/**
 * Measures and stores size and version; a version that could not be read stays. That of PHP is recorded by a check, which
 * asks the site's process.
 */
export async function measureSite({ hosting, db }: Deps, siteId: string): Promise<{ bytes: number }> {
  const { bytes } = await hosting.usage(siteId);
  const { wpVersion } = await hosting.info(siteId);
  await recordFacts(db, siteId, { fileSize: bytes, ...(wpVersion !== null && { version: wpVersion }) });
  return { bytes };
}

/** Whether the last evidence of the site was good. */
export const looksWell = (evidence: readonly SiteEvidence[]): boolean =>
  evidence.length > 0 && evidence.every((entry) => entry.ok);
