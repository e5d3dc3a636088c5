import type { Reseller } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found } from '../../context/scope.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import { openTaskOf } from '../../tasks/task.repo.ts';
import { PANEL_CERTIFICATE } from '../certificate/panel-host.repo.ts';
import { publicCertificate } from './public-certificate.ts';
import { lockResellers } from './reseller.repo.ts';
import { record, showReseller } from './reseller.service.ts';

/**
 * Requests the certificate of a partner's panel host. One that is being requested already goes on.
 * @throws PanelError NOT_FOUND, NO_PANEL_CERTIFICATE
 */
export async function requestPanelCertificate(context: CallContext, id: string): Promise<Reseller> {
  const { app } = context;
  await app.db.transaction(async (tx) => {
    const row = found((await lockResellers(tx, [id]))[0]);
    const { state } = publicCertificate(app, row.domain, undefined);
    if (!isOpenAccount(row) || state === 'unneeded' || state === 'local') throw new PanelError('NO_PANEL_CERTIFICATE');
    if (await openTaskOf(tx, PANEL_CERTIFICATE, id)) return;
    await record(context, tx, 'reseller.certificate', { resellerId: id, host: row.domain });
    await app.tasks.enqueue(tx, {
      ...{ kind: 'certificate.panel', partnerId: id, customerId: null, userId: signedIn(context).id },
      ...{ resourceId: id, title: row.domain, payload: { host: row.domain } },
    });
  });
  return showReseller(context, id);
}
