import { calls } from '../../context/implement.ts';
import { newSecret, showPush } from './push.service.ts';

export const appPushRoutes = {
  push: calls.app.push.handler(({ context, input }) => showPush(context, input.id)),
  newPushSecret: calls.app.newPushSecret.handler(async ({ context, input }) => {
    const { secret, url } = await newSecret(context, input);
    return { status: true as const, secret, url, data: await showPush(context, input.id) };
  }),
};
