import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from './database.ts';

/** What wants to add to the transactions of a piece of work. */
export type CommitHook = {
  opened(tx: Database): void;
  /** Inside of each, after its work and before its commit. */
  beforeCommit(tx: Database): Promise<void>;
  /** It was undone, with everything that `beforeCommit` wrote. */
  undone(tx: Database): void;
};

const hooks = new AsyncLocalStorage<CommitHook>();

/** Runs work whose transactions call the hook; those inside of another transaction do not. */
export const withCommitHook = <T>(hook: CommitHook, work: () => Promise<T>): Promise<T> => hooks.run(hook, work);

/** Lets the transactions of a database be added to. */
export function hookCommits<D extends Database>(db: D): D {
  const plain = db.transaction.bind(db) as Database['transaction'];
  const transaction: Database['transaction'] = async (work, config) => {
    const hook = hooks.getStore();
    if (!hook) return plain(work, config);
    let opened: Database | undefined;
    try {
      return await plain(async (tx) => {
        opened = tx;
        hook.opened(tx);
        const result = await work(tx);
        await hook.beforeCommit(tx);
        return result;
      }, config);
    } catch (error) {
      if (opened) hook.undone(opened);
      throw error;
    }
  };
  return Object.assign(db, { transaction });
}
