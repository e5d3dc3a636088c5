import type { Reseller } from '@panel/contract';
import { said, withMessage, type Said } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { checkNameservers } from './nameserver-check.service.ts';
import { publicResellers } from './public-reseller.ts';
import { requestPanelCertificate } from './reseller-certificate.service.ts';
import { deleteReseller, restoreReseller, suspendReseller, unsuspendReseller } from './reseller-state.service.ts';
import { listResellers } from './reseller.repo.ts';
import { createReseller, inviteAgain, showReseller, updateReseller } from './reseller.service.ts';

const { reseller } = calls;

const saved = (title: string, text: Said, data: Reseller) => ({
  status: true as const,
  title,
  ...withMessage(text),
  data,
});

export const resellerRoutes = {
  list: reseller.list.handler(async ({ context, input }) => {
    const { db } = context.app;
    const page = await paged(
      input,
      (slice) => listResellers(db, input, slice),
      (row) => row,
    );
    return { ...page, pageElements: await publicResellers(context, page.pageElements) };
  }),
  byId: reseller.byId.handler(({ context, input }) => showReseller(context, input.id)),
  create: reseller.create.handler(async ({ context, input }) =>
    saved(
      'Partner created',
      said('Its panel answers once the DNS of {host} leads here. We’ve sent an invitation to {email}.', {
        ...{ host: input.host, email: input.admin.email },
      }),
      await createReseller(context, input),
    ),
  ),
  update: reseller.update.handler(async ({ context, input }) =>
    saved('Success', said('Partner saved.'), await updateReseller(context, input)),
  ),
  checkNameservers: reseller.checkNameservers.handler(({ context, input }) => checkNameservers(context, input)),
  invite: reseller.invite.handler(async ({ context, input }) => {
    const data = await inviteAgain(context, input.id);
    return saved(
      'Invitation sent',
      said('We’ve sent a new invitation to {email}.', { email: data.invited ?? '' }),
      data,
    );
  }),
  requestCertificate: reseller.requestCertificate.handler(async ({ context, input }) =>
    saved(
      'Certificate requested',
      said('This takes a minute or two. What is served stays until the new one is there.'),
      await requestPanelCertificate(context, input.id),
    ),
  ),
  suspend: reseller.suspend.handler(async ({ context, input }) =>
    saved('Partner suspended', said('Nothing was deleted.'), await suspendReseller(context, input.id)),
  ),
  unsuspend: reseller.unsuspend.handler(async ({ context, input }) =>
    saved(
      'Suspension ended',
      said('The panel of the partner answers again.'),
      await unsuspendReseller(context, input.id),
    ),
  ),
  remove: reseller.remove.handler(async ({ context, input }) =>
    saved('Partner deleted', said('You can restore it for 14 days.'), await deleteReseller(context, input.id)),
  ),
  restore: reseller.restore.handler(async ({ context, input }) =>
    saved('Partner restored', said('Nothing was deleted.'), await restoreReseller(context, input.id)),
  ),
};
