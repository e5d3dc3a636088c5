import type { AppContext } from '../../context/app-context.ts';
import type { Database } from '../../db/database.ts';
import { PanelError } from '../../kernel/errors.ts';
import type { StepContext, StepDefinition } from '../../tasks/task-kind.ts';
import {
  bulkCounts,
  bulkOfTask,
  settleItem,
  waitingItems,
  type BulkItemRow,
  type BulkRow,
  type Settled,
} from './bulk.repo.ts';

const AT_ONCE = 100;

/** What came of an item, and the addresses of which the edge has to forget what it knows once that is stored. */
export type Changed = { result: Settled; addresses: readonly string[] };

type Bulk<By> = {
  title: string;
  /** What a cancellation leaves, as a sentence. */
  leaves: string;
  /** Who asked, and how. */
  begin(context: StepContext, row: BulkRow): By;
  /** Changes one item in the transaction that records it: a process that dies has done both or neither. */
  change(by: By, tx: Database, item: BulkItemRow): Promise<Changed>;
  /** Runs the change of one item: asks for the rights that whoever asked has by now, and records it as a call. */
  around?(by: By, item: BulkItemRow, work: (by: By) => Promise<void>): Promise<void>;
  /** What is recorded of an item that `change` could not change. */
  refusal(error: unknown): Settled;
};

/** Thrown by a change for which there is nothing to do, so that nothing is recorded as done. */
export class Unchanged extends Error {}

export const changed = (isChanged: boolean): Settled => ({ outcome: isChanged ? 'done' : 'unchanged', reason: null });
export const refused = (reason: string, params?: Settled['params']): Settled => ({
  ...{ outcome: 'refused', reason },
  ...(params && { params }),
});

async function settle<By>(app: AppContext, bulk: Bulk<By>, by: By, item: BulkItemRow): Promise<void> {
  const work = async (as: By) => {
    const addresses = await app.db.transaction(async (tx) => {
      const done = await bulk.change(as, tx, item);
      await settleItem(tx, item, done.result);
      return done.addresses;
    });
    for (const address of addresses) app.edge.invalidate(address);
  };
  try {
    await (bulk.around ? bulk.around(by, item, work) : work(by));
  } catch (error) {
    // One that cannot be changed holds up no other.
    const isUnchanged = error instanceof Unchanged;
    if (!isUnchanged && !(error instanceof PanelError))
      app.log.warn({ err: error, id: item.subjectId }, 'one of a change of many could not be changed');
    await settleItem(app.db, item, isUnchanged ? changed(false) : bulk.refusal(error));
  }
}

/** The only step of a task that changes many: one transaction for each. */
export function bulkStep<By>(bulk: Bulk<By>, bulkIdOf: (context: StepContext) => string): StepDefinition {
  const rowOf = async (context: StepContext): Promise<BulkRow> => {
    const row = await bulkOfTask(context.app.db, bulkIdOf(context));
    if (!row) throw new Error(`The change of task ${context.task.id} is gone.`);
    return row;
  };
  return {
    name: 'change',
    title: bulk.title,
    cancel: 'now',
    leaves: bulk.leaves,
    async run(context) {
      const { app, signal, progress } = context;
      const row = await rowOf(context);
      const by = bulk.begin(context, row);
      const counts = await bulkCounts(app.db, row.id);
      const total = counts.waiting + counts.done + counts.unchanged + counts.refused;
      let done = total - counts.waiting;
      for (;;) {
        const items = await waitingItems(app.db, row.id, AT_ONCE);
        if (items.length === 0) return;
        for (const item of items) {
          signal.throwIfAborted();
          await settle(app, bulk, by, item);
          progress({ done: (done += 1), total, unit: 'items' });
        }
      }
    },
    check: async (context) => (await waitingItems(context.app.db, (await rowOf(context)).id, 1)).length === 0,
  };
}
