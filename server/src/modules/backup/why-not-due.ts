import type { AppContext } from '../../context/app-context.ts';
import { closedAccount } from '../app-account/closed-account.ts';
import type { SiteRow } from '../site/site.repo.ts';
import { isApplication } from './pack-workload.ts';

/** Why a scheduled backup of an application is not made, and its test restore not started; null for one that is, and for sites. */
export const whyNotDue = async (
  app: Pick<AppContext, 'db' | 'hosting'>,
  site: Pick<SiteRow, 'kind' | 'partnerId' | 'customerId'>,
): Promise<string | null> => (isApplication(app, site) ? closedAccount(app, site) : null);
