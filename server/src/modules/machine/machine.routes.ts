import { signedIn } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { said, withMessage } from '../../context/said.ts';
import { paged } from '../../kernel/paged.ts';
import { emptyMachine } from './emptying.ts';
import { joinMachine, makeJoinToken } from './join.service.ts';
import { cancelMove, listPlaced, publicPlaced } from './placed.service.ts';
import { startMove } from './move.service.ts';
import { listLeftovers, publicLeftover, removeLeftovers } from './leftovers.service.ts';
import { storeRestoreAfter } from './recovery.repo.ts';
import { recoverMachine, showPlan } from './recovery.service.ts';
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
  workloads: machine.workloads.handler(({ context: { app }, input }) =>
    paged(input, (slice) => listPlaced(app, input.id, slice), publicPlaced),
  ),
  move: machine.move.handler(async ({ context, input }) => {
    const { id: nodeId, workload_id: workloadId, machine_id: to } = input;
    const userId = context.bearer ? null : signedIn(context).id;
    const { taskId, title } = await startMove(context, { nodeId, workloadId, to, userId });
    return { status: true as const, task_id: taskId, ...withMessage(said('{site} is being moved.', { site: title })) };
  }),
  cancelMove: machine.cancelMove.handler(async ({ context: { app }, input }) => {
    await cancelMove(app, input.taskId);
    return { status: true as const, ...withMessage(said('The move was canceled.')) };
  }),
  empty: machine.empty.handler(async ({ context: { app }, input }) => {
    const { name } = await emptyMachine(app, input.id, input.is_on);
    return {
      status: true as const,
      ...withMessage(
        input.is_on
          ? said('Everything on {name} is being moved to other machines.', { name })
          : said('What is left on {name} stays there.', { name }),
      ),
    };
  }),
  recoveryPlan: machine.recoveryPlan.handler(({ context: { app }, input }) => showPlan(app, input)),
  recover: machine.recover.handler(async ({ context, input }) => {
    const { name, count } = await recoverMachine(context.app, input.id, context.bearer ? null : signedIn(context).id);
    const text = said(
      '{count, plural, one {# site or application of {name} is} other {# sites and applications of {name} are}} being restored on other machines.',
      { name, count },
    );
    return { status: true as const, ...withMessage(text) };
  }),
  setRecovery: machine.setRecovery.handler(async ({ context: { app }, input: { after_minutes: minutes } }) => {
    await storeRestoreAfter(app.db, minutes);
    return {
      status: true as const,
      ...withMessage(
        minutes === null
          ? said('Nothing is restored elsewhere by itself.')
          : said('What is on a machine is restored elsewhere after {minutes} minutes of silence.', { minutes }),
      ),
    };
  }),
  leftovers: machine.leftovers.handler(({ context: { app }, input }) =>
    paged(input, (slice) => listLeftovers(app, input.id, slice), publicLeftover),
  ),
  removeLeftovers: machine.removeLeftovers.handler(async ({ context: { app }, input }) => {
    const count = await removeLeftovers(app, input.id);
    return {
      status: true as const,
      ...withMessage(
        said('{count, plural, =0 {Nothing was} one {# folder was} other {# folders were}} deleted.', { count }),
      ),
    };
  }),
  join: machine.join.handler(({ context, input }) => joinMachine(context, input)),
};
