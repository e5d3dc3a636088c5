import { calls } from '../../context/implement.ts';
import { deleteOwnAccount, ownBelongings } from './account-deletion.service.ts';
import { showLink, useLink } from './account-link.service.ts';
import { askForEmail, stopWaiting, waitingChange } from './email-change.service.ts';

const { account } = calls;

export const accountRoutes = {
  emailChange: account.emailChange.handler(async ({ context }) => ({ change: await waitingChange(context) })),
  changeEmail: account.changeEmail.handler(async ({ context, input }) => ({
    status: true as const,
    data: await askForEmail(context, input.email),
  })),
  stopEmailChange: account.stopEmailChange.handler(async ({ context }) => {
    await stopWaiting(context);
    return { status: true as const };
  }),
  belongings: account.belongings.handler(({ context }) => ownBelongings(context)),
  remove: account.remove.handler(({ context }) => deleteOwnAccount(context)),
  link: account.link.handler(({ context, input }) => showLink(context, input.token)),
  useLink: account.useLink.handler(({ context, input }) => useLink(context, input.token)),
};
