import type { AppContext } from '../../process/app-context.ts';
import type { SiteEvidence } from '../../db/schema.ts';
import { createSharedWork } from '../../lib/shared-work.ts';
import { recordFacts, type SiteRow } from './site.repo.ts';

type Deps = Pick<AppContext, 'hosting' | 'clock' | 'db'>;

/** Site ids are unique, so all panels of this process share their checks. */
const running = createSharedWork<SiteEvidence[]>();

/** Checks a site, or joins a running check; see `askSite`. */
export const checkSite = (deps: Deps, site: Pick<SiteRow, 'id' | 'type'>, fqdn: string): Promise<SiteEvidence[]> =>
  running(`${site.id} ${fqdn}`, () => askSite(deps, site, fqdn));

/** Requests the site over HTTP and stores the results, in the three groups of the panel (contract: Evidence). */
async function askSite(
  { hosting, clock, db }: Deps,
  site: Pick<SiteRow, 'id' | 'type'>,
  fqdn: string,
): Promise<SiteEvidence[]> {
  const { ok, checks, info } = await hosting.verify(site.id, fqdn);
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
  if (site.type === 'wordpress')
    evidence.push({
      name: 'Runtime',
      ok: ok && phpVersion !== null,
      detail: phpVersion ? `PHP ${phpVersion}` : 'PHP does not answer',
      checked_at,
    });
  await recordFacts(db, site.id, { evidence, ...(phpVersion !== null && { phpVersion }) });
  return evidence;
}

/** Measures and stores size and version. That of PHP is recorded by a check, which asks the site's process. */
export async function measureSite({ hosting, db }: Deps, siteId: string): Promise<{ bytes: number }> {
  const { bytes } = await hosting.usage(siteId);
  const { wpVersion } = await hosting.info(siteId);
  await recordFacts(db, siteId, { fileSize: bytes, version: wpVersion });
  return { bytes };
}

/** Whether the last evidence of the site was good. */
export const looksWell = (evidence: readonly SiteEvidence[]): boolean =>
  evidence.length > 0 && evidence.every((entry) => entry.ok);
