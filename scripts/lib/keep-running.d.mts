import type { ChildProcess } from 'node:child_process';

export type KeptServer = {
  child: ChildProcess;
  ready: Promise<object>;
  exit: Promise<{ code: number; signal: NodeJS.Signals | null }>;
  reason: (how: { code: number; signal: NodeJS.Signals | null }) => Error;
};

export function keepRunning(options: {
  start: () => KeptServer;
  onReady: (announced: object, restarted: boolean) => void;
  onRestart: (why: Error, attempt: { number: number; waitMs: number }) => void;
  isStopping: () => boolean;
  backOffMs?: number;
  /** Replaces the delay, for tests. */
  pause?: (ms: number) => Promise<unknown>;
  /** Milliseconds; replaces the clock, for tests. */
  now?: () => number;
}): Promise<void>;
