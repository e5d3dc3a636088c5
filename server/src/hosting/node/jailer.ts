/**
 * Runs one command of an application: enters its cgroups, starts its sandbox, and connects the network that both are in to
 * the panel. It stands outside of the sandbox and does not interpret the bytes that it forwards. Its own code needs Node
 * alone. The exit code is that of the sandbox.
 */
import { spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { forward } from './forward.ts';
import { openKeptLog } from './kept-log.ts';
import { createLineLimiter } from './line-limiter.ts';
import { ARGUMENTS_DESCRIPTOR, LONGEST_ANSWER, REPORTS, type JailPlan } from './plan.ts';

const LOOPBACK = '127.0.0.1';
const LOOK_MS = 25;
/** An old server ends when nothing has been connected to it for this long. */
const QUIET_MS = 400;
const DRAIN_MS = 30_000;

const report = (kind: keyof typeof REPORTS, text: string | number = ''): boolean =>
  process.stdout.write(`${REPORTS[kind]}${text}\n`);

function start(plan: JailPlan) {
  for (const file of plan.join) writeFileSync(file, '0');
  try {
    // The scheduling share of a session without a cgroup.
    writeFileSync('/proc/self/autogroup', '10');
  } catch {
    // A kernel without this file shares by process.
  }
  const filter = plan.seccomp === null ? ('ignore' as const) : openSync(plan.seccomp, 'r');
  // Its environment is ours: what an owner has set must not reach a program outside of the sandbox.
  const child = spawn('bwrap', ['--args', String(ARGUMENTS_DESCRIPTOR), '--', ...plan.command], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe', filter, 'pipe', 'pipe', 'pipe'],
  });
  (child.stdio as unknown as Writable[])[ARGUMENTS_DESCRIPTOR]?.end(plan.bubble.map((arg) => `${arg}\0`).join(''));
  return child;
}

/** Lines or a file, see `JailPlan`. Returns what to do when everything has been written. */
function keepOutput(plan: JailPlan, streams: Readable[]): () => void {
  if (plan.output.kind === 'file') {
    const write = openKeptLog(plan.output.file, plan.output.maxBytes);
    for (const stream of streams) stream.on('data', write);
    return () => undefined;
  }
  const limiter = createLineLimiter(plan.output, {
    line: (text) => void report('line', text),
    leftOut: ({ lines, bytes }) => void report('leftOut', `${lines} ${bytes}`),
  });
  for (const stream of streams) stream.on('data', limiter.stream());
  return limiter.end;
}

/** Calls back as soon as something listens at the port. */
function whenListening(port: number, isOver: () => boolean, then: () => void): void {
  const look = (): void => {
    if (isOver()) return;
    const socket = connect({ host: LOOPBACK, port });
    const again = () => {
      socket.destroy();
      setTimeout(look, LOOK_MS);
    };
    socket.once('error', again);
    socket.once('connect', () => {
      socket.destroy();
      then();
    });
  };
  look();
}

/** The processes that the first one of the sandbox has started; it adopts all that lose their parent. */
function applicationOf(first: number): number[] {
  try {
    return readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

async function run(plan: JailPlan, commands: AsyncIterator<string>): Promise<void> {
  process.umask(0o077);
  const outbound = plan.outbound.map(({ port, socket, most }) =>
    forward({ host: LOOPBACK, port }, { path: socket }, most),
  );
  await Promise.all(outbound.map((one) => one.ready));
  const child = start(plan);
  const [, out, errors, , info, answer] = child.stdio as unknown as Readable[];
  if (!out || !errors || !info || !answer) throw new Error('no streams');
  let over = false;
  let first = 0;
  let told = '';
  info.on('data', (chunk: Buffer) => {
    told += chunk.toString('latin1');
    first = Number(/"child-pid": (\d+)/.exec(told)?.[1] ?? 0);
  });
  let answered = '';
  answer.setEncoding('utf8').on('data', (text: string) => {
    if (answered.length <= LONGEST_ANSWER) answered += text;
  });
  const finish = keepOutput(plan, [out, errors]);
  let inbound: ReturnType<typeof forward> | null = null;
  const { inbound: way } = plan;
  if (way)
    whenListening(
      way.port,
      () => over,
      () => {
        inbound = forward({ path: way.socket }, { host: LOOPBACK, port: way.port });
        inbound.ready.then(
          () => report('listening'),
          (error: unknown) => report('failed', String(error)),
        );
      },
    );

  const kill = () => void child.kill('SIGKILL');
  const stop = (): void => {
    for (const pid of applicationOf(first)) {
      try {
        process.kill(pid, 'SIGTERM');
      } catch {
        // It has ended meanwhile.
      }
    }
    setTimeout(kill, plan.graceMs).unref();
  };
  /** Requests that came before the switch end first. */
  const drain = (): void => {
    const began = Date.now();
    let busyAt = Date.now();
    const look = setInterval(() => {
      if ((inbound?.open() ?? 0) > 0) busyAt = Date.now();
      if (Date.now() - busyAt < QUIET_MS && Date.now() - began < DRAIN_MS) return;
      clearInterval(look);
      stop();
    }, LOOK_MS);
  };
  void (async () => {
    for (;;) {
      const { value, done } = await commands.next();
      if (done) return kill();
      if (value === 'stop') stop();
      if (value === 'drain') drain();
    }
  })();

  child.once('error', (error) => {
    report('failed', error.message);
    process.exit(70);
  });
  child.once('close', (code, signal) => {
    over = true;
    if (answered !== '' && answered.length <= LONGEST_ANSWER) report('answer', answered.trimEnd());
    finish();
    const ended = code ?? (signal === 'SIGKILL' ? 137 : 143);
    report('ended', ended);
    // What was written to the panel goes out first.
    process.stdout.end(() => process.exit(ended));
  });
}

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })[Symbol.asyncIterator]();
const { value: plan = '{}' } = await lines.next();
await run(JSON.parse(plan) as JailPlan, lines);
