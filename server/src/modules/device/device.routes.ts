import { calls } from '../../context/implement.ts';
import { revokeByText } from '../api-token/api-token.service.ts';
import { shownUserCode } from './device-codes.ts';
import { approveDevice, denyDevice, openRequest, pollDevice, startDevice } from './device.service.ts';

const DONE = { status: true as const };

export const deviceRoutes = {
  start: calls.device.start.handler(({ context, input }) => startDevice(context, input)),

  token: calls.device.token.handler(({ context, input }) => pollDevice(context, input.device_code)),

  request: calls.device.request.handler(async ({ context, input }) => {
    const grant = await openRequest(context.app, context.partner, input.user_code);
    return {
      user_code: shownUserCode(grant.userCode),
      client_name: grant.clientName,
      host_name: grant.hostName,
      ip: grant.ip,
      created_at: grant.createdAt.toISOString(),
      expires_at: grant.expiresAt.toISOString(),
    };
  }),

  approve: calls.device.approve.handler(async ({ context, input }) => {
    await approveDevice(context, input);
    return DONE;
  }),

  deny: calls.device.deny.handler(async ({ context, input }) => {
    await denyDevice(context, input.user_code);
    return DONE;
  }),

  revoke: calls.device.revoke.handler(async ({ context, input }) => {
    await revokeByText(context, input.token);
    return DONE;
  }),
};
