import { calls } from '../../context/implement.ts';
import { endActing, startActing } from './acting.service.ts';

/** Staff sign in as a customer, and return. */
export const actingRoutes = {
  start: calls.impersonation.start.handler(({ context, input }) => startActing(context, input)),
  end: calls.impersonation.end.handler(({ context }) => endActing(context)),
};
