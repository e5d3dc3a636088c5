import { calls } from '../../context/implement.ts';
import {
  addSchedule,
  cancelRun,
  changeSchedule,
  dropSchedule,
  findOwnRun,
  showCommands,
  showRunLog,
  startRun,
  wireRun,
} from './app-command.service.ts';

const OK = { status: true } as const;

export const appCommandRoutes = {
  commands: calls.app.commands.handler(({ context, input }) => showCommands(context, input.id)),
  startRun: calls.app.startRun.handler(({ context, input }) => startRun(context, input)),
  run: calls.app.run.handler(async ({ context, input }) => wireRun(await findOwnRun(context, input.id))),
  runLog: calls.app.runLog.handler(({ context, input }) => showRunLog(context, input)),
  cancelRun: calls.app.cancelRun.handler(async ({ context, input }) => {
    await cancelRun(context, input.id);
    return OK;
  }),
  addSchedule: calls.app.addSchedule.handler(async ({ context, input }) => ({
    ...OK,
    data: await addSchedule(context, input),
  })),
  changeSchedule: calls.app.changeSchedule.handler(async ({ context, input }) => ({
    ...OK,
    data: await changeSchedule(context, input),
  })),
  removeSchedule: calls.app.removeSchedule.handler(async ({ context, input }) => {
    await dropSchedule(context, input.id);
    return OK;
  }),
};
