import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';

/** `unshare` of util-linux: the command runs as process 1, as in a container, and ends with `unshare`. */
const UNSHARE = ['--pid', '--fork', '--mount-proc', '--kill-child=SIGKILL'];
const words = process.getuid?.() === 0 ? UNSHARE : ['--map-root-user', ...UNSHARE];

const works = spawnSync('unshare', [...words, process.execPath, '--eval', ''], { stdio: 'ignore' }).status === 0;

/** For a test's `skip`. */
export const withoutNamespaces = works ? false : 'needs unshare, and the right to use it';

export type Contained = {
  /** The next line of its output; rejects when it ends before. */
  line(): Promise<string>;
  say(text: string): void;
  kill(): Promise<void>;
};

/** Starts a module as process 1 of its own namespace. `code` is TypeScript without types. */
export function startContained(t: TestContext, code: string, env: Record<string, string> = {}): Contained {
  const child: ChildProcessWithoutNullStreams = spawn(
    'unshare',
    [...words, process.execPath, '--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code],
    { env: { ...process.env, NODE_TEST_CONTEXT: '', ...env } },
  );
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  t.after(kill);
  return {
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The process ended: ${errors}`);
      return value;
    },
    say: (text) => void child.stdin.write(`${text}\n`),
    kill,
  };
}
