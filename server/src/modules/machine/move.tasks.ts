import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { described, reasonOf, said } from '../../context/said.ts';
import { HostingError } from '../../hosting/index.ts';
import { markLeaving, unmarkLeaving } from '../../hosting/leaving.ts';
import { PanelError } from '../../kernel/errors.ts';
import { machineOf } from '../../machine/placed.repo.ts';
import { needsOf } from '../../machine/move/needs.ts';
import { askWhether, sendChanges, sendDiscard, sendPlace, sendTree } from '../../machine/move/send.ts';
import { treesOf, type Tree } from '../../machine/move/trees.ts';
import { definePayload, type PayloadOf } from '../../tasks/payload.ts';
import { defineKind, type StepContext, type StepDefinition } from '../../tasks/task-kind.ts';
import { hostsOf, taskSite, type SiteRow } from '../site/site.repo.ts';
import { recordMove, switchMachine } from './move.repo.ts';

export const MovePayload = definePayload(v.object({ from: v.string(), to: v.string(), ids: v.array(v.string()) }));
export type MovePayload = PayloadOf<typeof MovePayload>;

const LEAVES = 'The site stays where it is.';
const again = { times: 3, backoffSeconds: 5 };
/** A visit that was let in before the site was marked has opened its file by then. */
const GRACE_MS = 250;

const wayOf = ({ app, task, signal }: StepContext) => ({
  ...{ machine: app.machine, to: MovePayload.of(task.payload).to, move: task.id, signal },
});

/** Whether the row says that the workload is on the other machine. */
const hasMoved = async ({ app, task }: StepContext): Promise<boolean> =>
  (await machineOf(app.db, task.resourceId)) === MovePayload.of(task.payload).to;

async function workloadsOf({ app, task }: StepContext): Promise<SiteRow[]> {
  const { ids } = MovePayload.of(task.payload);
  const rows = await Promise.all(ids.map((id) => taskSite(app.db, id)));
  return rows.flatMap((row) => row ?? []);
}

const allTrees = async ({ app, task }: StepContext): Promise<{ id: string; tree: Tree }[]> => {
  const { ids } = MovePayload.of(task.payload);
  const { dataDir, storageUrl } = app.config;
  const found = await Promise.all(
    ids.map(async (id) => (await treesOf(dataDir, id, storageUrl === undefined)).map((tree) => ({ id, tree }))),
  );
  return found.flat();
};

const checkStep: StepDefinition = {
  name: 'check',
  title: 'Checking the other machine',
  cancel: 'now',
  leaves: LEAVES,
  retry: again,
  async run(context) {
    const { app } = context;
    const needs = await needsOf(app.config, app.machine.own, await workloadsOf(context));
    const refused = await askWhether(wayOf(context), needs);
    if (refused) throw new PanelError(refused.code as 'MOVE_NO_ROOM', refused.values);
  },
  check: async () => true,
};

/** When the copy of a task began. A process that was killed does not know, and copies again. */
const copied = new Map<string, number>();

async function copy(context: StepContext): Promise<void> {
  const { app, task, progress } = context;
  const since = Date.now();
  let done = 0;
  const sent = (bytes: number): void => progress({ done: (done += bytes), unit: 'bytes' });
  for (const { tree } of await allTrees(context))
    await sendTree(wayOf(context), tree, { dataDir: app.config.dataDir, anew: true, sent });
  copied.set(task.id, since);
}

const copyStep: StepDefinition = {
  name: 'copy',
  title: 'Copying the files while the site is visited',
  cancel: 'now',
  leaves: LEAVES,
  retry: again,
  timeoutMs: 24 * 3_600_000,
  run: copy,
  check: async ({ task }) => copied.has(task.id),
};

/** Runs something while nothing of some hosted ids runs here. */
const whileAllStopped = (
  app: StepContext['app'],
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> => {
  const [first, ...rest] = names;
  return first === undefined ? work() : app.machine.own.whileStopped(first, () => whileAllStopped(app, rest, work));
};

const nameOf = ({ folder }: Tree): string[] => (folder.startsWith('sites/') ? [path.basename(folder)] : []);

/** Back to where it was: what waits goes on here. */
async function stay({ app, task }: Pick<StepContext, 'app' | 'task'>): Promise<void> {
  for (const id of MovePayload.of(task.payload).ids) await unmarkLeaving(app.config.dataDir, id);
}

const switchStep: StepDefinition = {
  name: 'switch',
  title: 'Moving what has changed, and answering from the other machine',
  cancel: 'no',
  async run(context) {
    const { app, task } = context;
    const { from, to } = MovePayload.of(task.payload);
    const { dataDir } = app.config;
    if (await hasMoved(context)) return;
    // A process was killed in the middle: the site runs here until its files are there again.
    await stay(context);
    if (!copied.has(task.id)) await copy(context);
    const since = copied.get(task.id) ?? 0;
    const rows = await workloadsOf(context);
    const trees = await allTrees(context);
    const work = async (): Promise<void> => {
      const marked = Date.now();
      try {
        for (const { id } of rows) await markLeaving(dataDir, id);
        for (const { tree } of trees) await sendChanges(wayOf(context), tree, { dataDir, since });
        for (const { id, moves } of rows) {
          const own = trees.filter((each) => each.id === id).map(({ tree }) => tree.name);
          await sendPlace(wayOf(context), { id, trees: own, fence: moves + 1 });
        }
        await wait(Math.max(0, marked + GRACE_MS - Date.now()));
        const known = Object.fromEntries(rows.map(({ id, moves }) => [id, moves]));
        if (!(await switchMachine(app.db, { taskId: task.id, from, to, moves: known })))
          throw new HostingError('COMMAND_FAILED', 'The site was moved by somebody else meanwhile.', {
            retryable: false,
          });
      } catch (error) {
        if (!(await hasMoved(context))) await stay(context);
        throw error;
      }
      context.note(`nothing of it ran for ${Date.now() - marked} ms`);
    };
    try {
      await whileAllStopped(
        app,
        trees.flatMap(({ tree }) => nameOf(tree)),
        work,
      );
    } finally {
      copied.delete(task.id);
    }
    for (const { id } of rows) for (const host of await hostsOf(app.db, id)) app.edge.invalidate(host);
  },
  check: hasMoved,
};

async function endUnmoved(context: StepContext): Promise<void> {
  copied.delete(context.task.id);
  if (await hasMoved(context)) return;
  if (context.app.machine.isHere(MovePayload.of(context.task.payload).from)) await stay(context);
  await sendDiscard({ ...wayOf(context), signal: AbortSignal.timeout(10_000) }).catch((error: unknown) =>
    context.app.log.info({ err: error }, 'the other machine keeps what it has got of a move for a day'),
  );
}

const SITE_LINK = '/admin/machines';

/** Moves a workload, and what belongs to it, to another machine. It runs on the machine that has the files. */
export const moveKind = defineKind({
  payload: MovePayload,
  label: 'Moving to another server',
  resource: 'site',
  stale: ['site', 'app', 'machine', 'notification'],
  steps: [checkStep, copyStep, switchStep],
  async succeeded(tx, { task }) {
    await recordMove(tx, MovePayload.of(task.payload).ids, task.id, null);
    return null;
  },
  async failed(tx, context, error) {
    const { task } = context;
    await endUnmoved(context);
    await recordMove(tx, MovePayload.of(task.payload).ids, task.id, null);
    return {
      type: 'site_failed',
      ...described(
        said('{site} could not be moved to another server. {reason}', { site: task.title, reason: reasonOf(error) }),
      ),
      link: SITE_LINK,
    };
  },
  async cancelled(tx, context) {
    await endUnmoved(context);
    await recordMove(tx, MovePayload.of(context.task.payload).ids, context.task.id, null);
    return null;
  },
});
