import type { ReleaseFailure } from '@panel/contract';
import type { PlatformError } from '@panel/contract/platform-errors';
import type { AppContext } from '../../context/app-context.ts';
import { listFailures } from './beacon.repo.ts';
import { listPartners } from './channel.repo.ts';
import { partnerOf } from './find-partner.ts';

const MOST = 20;

type Which = { package?: string; partner?: string; reason?: PlatformError };

/**
 * Messages and stacks of failures that browsers reported, with positions in the sources.
 * @throws PanelError RELEASE_REFUSED for an unknown partner
 */
export async function failuresOf(
  { db, releases }: Pick<AppContext, 'db' | 'releases'>,
  { partner: host, ...which }: Which,
): Promise<ReleaseFailure[]> {
  const asked = await partnerOf(db, host);
  const partners = new Map((await listPartners(db)).map(({ id, domain }) => [id, domain]));
  const rows = await listFailures(db, { ...which, partnerId: asked?.id }, MOST);
  return Promise.all(
    rows.map(async ({ detail, partnerId, lastAt, ...row }) => {
      const [message = '', ...frames] = detail.split('\n');
      return {
        ...row,
        partner: partners.get(partnerId) ?? partnerId,
        message,
        stack: frames.length > 0 ? await releases.inSources(frames.join('\n')) : [],
        lastAt: lastAt.toISOString(),
      };
    }),
  );
}
