import { signedIn } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { said, withMessage } from '../../context/said.ts';
import { joinMachine, makeJoinToken } from './join.service.ts';
import { drainMachine, revokeMachine, showHistory, showMachines } from './machine.service.ts';

const { machine } = calls;

export const machineRoutes = {
  overview: machine.overview.handler(({ context: { app } }) => showMachines(app)),
  history: machine.history.handler(({ context: { app }, input }) => showHistory(app, input.id)),
  makeToken: machine.makeToken.handler(({ context }) => makeJoinToken(context, signedIn(context).email)),
  revoke: machine.revoke.handler(async ({ context, input }) => {
    const { name } = await revokeMachine(context.app, input.id, signedIn(context).email);
    return {
      status: true as const,
      ...withMessage(said('{name} was revoked. It stops serving within seconds.', { name })),
    };
  }),
  drain: machine.drain.handler(async ({ context, input }) => {
    const { name } = await drainMachine(context.app, input.id, input.is_drained);
    return {
      status: true as const,
      ...withMessage(
        input.is_drained
          ? said('Nothing new is placed on {name}. What is there stays.', { name })
          : said('New sites and applications are placed on {name} again.', { name }),
      ),
    };
  }),
  join: machine.join.handler(({ context, input }) => joinMachine(context, input)),
};
