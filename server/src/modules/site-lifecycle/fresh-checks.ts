import type { AppContext } from '../../context/app-context.ts';
import type { CallContext } from '../../context/call-context.ts';
import { checkSite } from '../site/site-checks.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { checkDelivery } from './delivery-checks.ts';

const EVIDENCE_FRESH_MS = 5 * 60_000;
/** Minimum time between checks of one workload; the response contains the time of the check. */
const EVIDENCE_NEW_MS = 10_000;

/** A site or an application; `taskId`: the task that works on what its visitors get. */
type Checked = Pick<SiteRow, 'id' | 'kind' | 'fqdn' | 'protectionUser' | 'status' | 'taskId' | 'evidence'>;

const ageOf = ({ clock }: AppContext, { evidence }: Checked): number =>
  clock.now().getTime() - (Date.parse(evidence[0]?.checked_at ?? '') || 0);

/** Only what is ready and left alone can be checked, and only where its visitors come. */
const isCheckable = ({ config }: AppContext, { status, taskId }: Checked): boolean =>
  status === 'ready' && !taskId && config.roles.includes('edge');

/** Checks it now, with how visitors get there, unless that was done in the last ten seconds. Whether it was checked. */
export async function checkIfAsked(app: AppContext, row: Checked): Promise<boolean> {
  if (!isCheckable(app, row) || ageOf(app, row) <= EVIDENCE_NEW_MS) return false;
  await Promise.all([checkSite(app, row, row.fqdn, 'request'), checkDelivery(app, row, 'request')]);
  return true;
}

/** Renews old evidence after the response. */
export function checkAfterwards(context: CallContext, row: Checked): void {
  const { app } = context;
  if (isCheckable(app, row) && ageOf(app, row) > EVIDENCE_FRESH_MS)
    context.afterwards('evidence of a site', async () => void (await checkSite(app, row, row.fqdn, 'request')));
}
