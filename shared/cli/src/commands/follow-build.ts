import { EXIT, Fault } from '../fault.ts';
import { say } from '../output/print.ts';
import { oneLine } from '../output/plain-text.ts';
import { read } from '../session/ask.ts';
import type { Panel } from '../session/choose-panel.ts';
import { pauseAfter } from '../tasks/follow-task.ts';
import { createProgress } from '../tasks/progress.ts';
import type { Build } from './resolve.ts';

type Log = { lines: { line: number; text: string }[]; next: number; left_out: number; ended: boolean };

/** Stages in their order; what is past counts as done. */
const STAGES = ['fetch', 'recognize', 'install', 'build', 'release', 'publish'];
const ACTIVE = ['queued', 'building', 'deploying'];

export const isActive = ({ status }: Build): boolean => ACTIVE.includes(status);
export const buildOf = (panel: Panel, id: string): Promise<Build> =>
  read<Build>(panel, `/nucal/app/build/${encodeURIComponent(id)}/details`);
const logOf = (panel: Panel, id: string, from: number): Promise<Log> =>
  read<Log>(panel, `/nucal/site/build/${encodeURIComponent(id)}/log`, { from });

/** Prints the log of a build from a line on, as far as it is there; returns the line after it. */
async function* newLines(panel: Panel, id: string, from: number): AsyncGenerator<string, number> {
  let next = from;
  for (;;) {
    const log = await logOf(panel, id, next);
    for (const { text } of log.lines) yield text;
    if (log.next <= next) return next;
    next = log.next;
  }
}

/** Prints the log of a build, and with `follow` waits for its end. */
export async function printBuildLog(panel: Panel, id: string, { follow = false } = {}): Promise<void> {
  let from = 1;
  for (let tries = 0; ; tries += 1) {
    // The state is read first: what a build has written before its end is then in the log.
    const isEnd = !follow || !isActive(await buildOf(panel, id));
    const log = newLines(panel, id, from);
    let read_ = await log.next();
    for (; !read_.done; read_ = await log.next()) {
      say(oneLine(read_.value));
      tries = 0;
    }
    from = read_.value;
    if (isEnd) return;
    await pauseAfter(tries);
  }
}

/**
 * Follows a build to its end, with its log on the side where errors go.
 * @throws Fault unless it succeeded
 */
export async function followBuild(panel: Panel, id: string): Promise<Build> {
  const progress = createProgress();
  let from = 1;
  try {
    for (let tries = 0; ; tries += 1) {
      const build = await buildOf(panel, id);
      const log = newLines(panel, id, from);
      let read_ = await log.next();
      for (; !read_.done; read_ = await log.next()) {
        progress.line(read_.value);
        tries = 0;
      }
      from = read_.value;
      if (!isActive(build)) {
        if (build.status === 'success') return build;
        throw new Fault(
          `Build ${build.number} ended as ${build.status}${build.error ? `: ${build.error}` : '.'}`,
          EXIT.refused,
        );
      }
      const done = Math.max(0, STAGES.indexOf(build.stage ?? ''));
      progress.show((done / STAGES.length) * 100, `Build ${build.number}: ${build.stage ?? build.status}`);
      await pauseAfter(tries);
    }
  } finally {
    progress.end();
  }
}
