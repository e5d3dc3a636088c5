/** The order of a shutdown: new work first, then running work, then its dependencies. */
const ORDER = [
  'watchdog',
  'server',
  'tls',
  'requests',
  'housekeeping',
  'tasks',
  'uploads',
  'pictures',
  'edge',
  'sftp',
  'dns',
  'payments',
  'bus',
  'hosting',
  'egress',
  'metrics',
  'traces',
  'limits',
  'holds',
  'machine',
  'health',
  'releases',
  'storage',
  'disk',
  'database',
] as const;
type Stage = (typeof ORDER)[number];

export type Shutdown = {
  at(stage: Stage, close: () => Promise<void>): void;
  /**
   * Closes everything that was opened; a second call waits for the first. Continues after a failure and throws it at
   * the end.
   */
  run(): Promise<void>;
};

/** Collects what must be closed, even if the start was incomplete. */
export function createShutdown(): Shutdown {
  const closers = new Map<Stage, () => Promise<void>>();
  let running: Promise<void> | null = null;

  const closeAll = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const stage of ORDER)
      await closers
        .get(stage)?.()
        .catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'The panel did not stop cleanly.');
  };
  return {
    at: (stage, close) => void closers.set(stage, close),
    run: () => (running ??= closeAll()),
  };
}
