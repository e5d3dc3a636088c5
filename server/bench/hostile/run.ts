/**
 * What others notice of one hostile site: p95 of a sign-in and of another site's home page while each attack goes on,
 * against the same panel when it is quiet; exits and memory of the panel's process.
 * `node server/bench/hostile/run.ts [native|wasm|all] [--seconds 30] [--only "part of a name"] [--list]`
 *
 * The quiet time is measured before the first attack, then after every third: what an attack is compared with are the two
 * quiet times around it, so that a machine that gets slower or faster meanwhile changes little.
 */
import { parseArgs } from 'node:util';
import { Client, until } from '../../src/testing/index.ts';
import { attackUntil, hit } from './attack-load.ts';
import { ATTACKS, type Attack } from './attacks.ts';
import { startPanelUnderAttack, type PanelUnderAttack } from './panel-under-attack.ts';
import { joined, p95, probe, type Samples } from './probe.ts';

const LIMIT = { ratio: 2, memoryMb: 100 };
const ATTACKS_BETWEEN = 3;
const RECOVERY_MS = 60_000;

type Php = 'native' | 'wasm';
type Measured = { login: Samples; page: Samples };
type Result = { attack: string; busy: Measured; grownMb: number; exits: number; error?: string };
type Row = { php: Php; cells: (string | number)[]; missed: string[] };

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: process.env['ATTACK_SECONDS'] ?? '30' },
    only: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const SECONDS = Number(values.seconds);
const QUIET_SECONDS = Math.min(SECONDS, 15);
const chosen = ATTACKS.filter(({ name }) => name.includes(values.only));

async function measure(panel: PanelUnderAttack, seconds: number): Promise<Measured> {
  const visitor = new Client(panel.port, panel.neighbour.host);
  const [login, page] = await Promise.all([
    probe(async () => Boolean(await panel.signIn()), seconds),
    probe(async () => (await visitor.get('/', { accept: 'text/html' })).status === 200, seconds),
  ]);
  return { login, page };
}

/** Waits until the panel and the neighbour respond normally after an attack. */
async function recovered(panel: PanelUnderAttack): Promise<void> {
  const visitor = new Client(panel.port, panel.neighbour.host);
  await until(
    'the panel to recover',
    async () => {
      if (panel.exits() > 0) return true;
      const began = performance.now();
      const page = await visitor.get('/', { accept: 'text/html' }).catch(() => null);
      return page?.status === 200 && performance.now() - began < 2_000;
    },
    RECOVERY_MS,
  );
}

/** Runs one attack; its own errors are part of the result. */
async function suffer(panel: PanelUnderAttack, attack: Attack): Promise<Result> {
  const before = panel.memoryMb();
  const ending = new AbortController();
  let attacking = Promise.resolve();
  let busy: Measured = { login: { ms: [], failed: 0 }, page: { ms: [], failed: 0 } };
  let error: string | undefined;
  let grownMb = Number.NaN;
  try {
    if (attack.prepare) {
      await panel.plant('prepare.php', attack.prepare);
      await hit(panel, '/prepare.php', AbortSignal.timeout(20_000));
    }
    if (attack.php) await panel.plant('attack.php', attack.php);
    attacking = attackUntil(panel, attack, ending.signal);
    busy = await measure(panel, SECONDS);
    grownMb = panel.memoryMb() - before;
  } catch (thrown) {
    error = String(thrown);
  }
  ending.abort();
  await attacking;
  await recovered(panel).catch((thrown: unknown) => void (error ??= String(thrown)));
  return { attack: attack.name, busy, grownMb, exits: panel.exits(), error };
}

function rowOf(php: Php, { attack, busy, grownMb, exits, error }: Result, quiet: Measured): Row {
  const ratio = (name: 'login' | 'page') => p95(busy[name]) / p95(quiet[name]);
  const failed = busy.login.failed + busy.page.failed;
  const missed = [
    ...(ratio('login') <= LIMIT.ratio ? [] : [`login ${ratio('login').toFixed(2)}×`]),
    ...(ratio('page') <= LIMIT.ratio ? [] : [`neighbour ${ratio('page').toFixed(2)}×`]),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(grownMb <= LIMIT.memoryMb ? [] : [`memory +${grownMb.toFixed(0)} MB`]),
    ...(exits > 0 ? ['the panel ended'] : []),
    ...(error === undefined ? [] : [error]),
  ];
  const pair = (name: 'login' | 'page') => [
    p95(quiet[name]).toFixed(0),
    p95(busy[name]).toFixed(0),
    `${ratio(name).toFixed(2)}×`,
  ];
  const cells = [attack, ...pair('login'), ...pair('page'), failed, grownMb.toFixed(0), exits];
  return { php, cells, missed };
}

const print = (cells: (string | number)[]) =>
  console.log(cells.map((cell, i) => String(cell).padEnd(i === 0 ? 24 : 11)).join(''));

/** Runs all chosen attacks on one panel; a panel that ended is replaced for the remaining attacks. */
async function run(php: Php): Promise<Row[]> {
  console.log(`\n${php}, ${SECONDS} s each; p95 in ms, quiet → under attack`);
  print(['attack', 'login', '', 'ratio', 'neighbour', '', 'ratio', 'failed', 'memory MB', 'exits']);
  const rows: Row[] = [];
  const left = [...chosen];
  while (left.length > 0) {
    const panel = await startPanelUnderAttack(php);
    try {
      await measure(panel, 3);
      let quiet = await measure(panel, QUIET_SECONDS);
      while (left.length > 0 && panel.exits() === 0) {
        const results: Result[] = [];
        while (left.length > 0 && results.length < ATTACKS_BETWEEN && panel.exits() === 0) {
          const attack = left.shift();
          if (attack) results.push(await suffer(panel, attack));
        }
        const after = panel.exits() > 0 ? quiet : await measure(panel, QUIET_SECONDS);
        const around = { login: joined(quiet.login, after.login), page: joined(quiet.page, after.page) };
        for (const result of results) {
          const row = rowOf(php, result, around);
          rows.push(row);
          print([...row.cells, row.missed.length > 0 ? 'MISSED' : '']);
        }
        quiet = after;
      }
    } finally {
      await panel.stop();
    }
  }
  return rows;
}

if (values.list) {
  for (const { name } of ATTACKS) console.log(name);
  process.exit();
}
const rows: Row[] = [];
for (const php of ['native', 'wasm'] as const) {
  const which = positionals[0] ?? 'all';
  if (which === 'all' || which === php) rows.push(...(await run(php)));
}
const missed = rows.filter((row) => row.missed.length > 0);
console.log(
  `\n${rows.length - missed.length} of ${rows.length} attacks within the limits${missed.length > 0 ? '; missed:' : ''}`,
);
for (const { php, cells, missed: why } of missed) console.log(`  ${php}, ${cells[0]}: ${why.join(', ')}`);
process.exit(missed.length > 0 ? 1 : 0);
