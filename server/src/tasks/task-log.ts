import type { Database } from '../db/database.ts';
import type { Logger } from '../kernel/clock-and-log.ts';
import { appendLog, lastLine } from './task.repo.ts';

const MAX_LINE = 2000;

export type TaskLog = { note(line: string): void; flush(): Promise<void> };

/** Numbers a task's log lines, continues after an earlier attempt, and writes them in order. */
export async function openTaskLog(db: Database, taskId: string, log: Logger): Promise<TaskLog> {
  let line = await lastLine(db, taskId);
  let waiting: { line: number; text: string }[] = [];
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    await appendLog(db, taskId, lines).catch((error: unknown) =>
      log.warn({ err: error, taskId }, 'lines of a task were lost'),
    );
  };
  return {
    note(text) {
      line += 1;
      waiting.push({ line, text: text.slice(0, MAX_LINE) });
      writing = writing.then(write);
    },
    flush: () => writing,
  };
}
