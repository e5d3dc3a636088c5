import type { Clock, Logger } from '../kernel/clock-and-log.ts';

const LOOK_MS = 5_000;

export type Holds = {
  isHeld(siteId: string): boolean;
  /** Reads again, after this process changed a hold. */
  look(): Promise<void>;
  close(): void;
};

export type HoldsOptions = {
  read(now: Date): Promise<readonly { siteId: string; until: Date }[]>;
  clock: Clock;
  log: Logger;
};

/** Knows which sites are held, at most five seconds late. While the database is unavailable the last answer is valid. */
export async function watchHolds({ read, clock, log }: HoldsOptions): Promise<Holds> {
  let held = new Map<string, Date>();
  const look = async (): Promise<void> => {
    const rows = await read(clock.now());
    held = new Map(rows.map(({ siteId, until }) => [siteId, until]));
  };
  await look();
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.debug({ err: error }, 'held sites could not be read')),
    LOOK_MS,
  ).unref();
  return {
    isHeld: (siteId) => (held.get(siteId)?.getTime() ?? 0) > clock.now().getTime(),
    look,
    close: () => clearInterval(timer),
  };
}
