import { calls } from '../../context/implement.ts';
import { checkAccount, connectAccount, disconnectAccount, showAccount } from './account.service.ts';

const { paymentAccount } = calls;
const changed = async <T>(data: Promise<T>) => ({ status: true as const, data: await data });

export const paymentAccountRoutes = {
  get: paymentAccount.get.handler(({ context }) => showAccount(context)),
  connect: paymentAccount.connect.handler(({ context, input }) => changed(connectAccount(context, input))),
  check: paymentAccount.check.handler(({ context }) => changed(checkAccount(context))),
  disconnect: paymentAccount.disconnect.handler(({ context }) => changed(disconnectAccount(context))),
};
