import type { LogLine } from './app-log.repo.ts';

/** How long lines wait for more before they are stored: a page shows them within 300 ms. */
const TOGETHER_MS = 100;
const TOGETHER_LINES = 500;
/** What is kept of one build; the port bounds its lines before. */
const MAX_LINES = 20_000;

export type BuildLog = { line(text: string): void; close(): Promise<void> };

/**
 * Numbers the lines of a build or a command and stores them in order, several at a time.
 * @param append stores lines, given the number of the first
 * @param failed for the panel's log
 */
export function openLineLog(
  append: (first: number, lines: LogLine[]) => Promise<void>,
  now: () => Date,
  failed: (error: unknown) => void,
): BuildLog {
  let next = 1;
  let waiting: LogLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    const first = next;
    next += lines.length;
    writing = writing.then(() => append(first, lines)).catch(failed);
  };
  return {
    line(text) {
      if (next + waiting.length > MAX_LINES) return;
      waiting.push({ at: now().toISOString(), text });
      if (waiting.length >= TOGETHER_LINES) write();
      else timer ??= setTimeout(write, TOGETHER_MS);
    },
    async close() {
      write();
      await writing;
    },
  };
}
