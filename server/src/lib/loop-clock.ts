/** The longest that the event loop did not turn, in milliseconds. */
export type LoopDelay = {
  /** By the clock: also what other programs of a busy machine take. */
  wallMs: number;
  /** Processor time of this thread: what the code of one turn used itself, on a machine of any load. */
  cpuMs: number;
};

export type LoopClock = {
  /** The largest delays since the last call. */
  take(): LoopDelay;
  stop(): void;
};

const TICK_MS = 10;

const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Measures how long the event loop does not turn, with a timer every 10 ms that does not keep the process alive.
 * @param onDelay is called after each delay of at least `fromMs` by the clock
 */
export function createLoopClock(onDelay: (delay: LoopDelay) => void = () => undefined, fromMs = 100): LoopClock {
  let [at, cpu] = [performance.now(), threadCpuMs()];
  let most: LoopDelay = { wallMs: 0, cpuMs: 0 };
  const look = (): void => {
    const [now, used] = [performance.now(), threadCpuMs()];
    const delay = { wallMs: Math.max(0, now - at - TICK_MS), cpuMs: used - cpu };
    [at, cpu] = [now, used];
    most = { wallMs: Math.max(most.wallMs, delay.wallMs), cpuMs: Math.max(most.cpuMs, delay.cpuMs) };
    if (delay.wallMs >= fromMs) onDelay(delay);
  };
  const timer = setInterval(look, TICK_MS).unref();
  return {
    take() {
      look();
      const taken = most;
      most = { wallMs: 0, cpuMs: 0 };
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
