/**
 * What others notice of one hostile site: p95 of a sign-in and of another site's home page while each attack goes on,
 * against the same panel when it is quiet, right before; exits and memory of the panel's process.
 * `node server/bench/hostile/run.ts [native|wasm] [part of an attack's name]`; ATTACK_SECONDS (30) is the time of each attack.
 */
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../../src/testing/index.ts';
import { ATTACKS, type Attack } from './attacks.ts';
import { startPanelUnderAttack, type PanelUnderAttack } from './panel-under-attack.ts';
import { p95, probe, type Samples } from './probe.ts';

const SECONDS = Number(process.env['ATTACK_SECONDS'] ?? 30);
const LIMIT = { ratio: 2, memoryMb: 100 };

/** One request that is given up after a while, as a visitor would. */
function hit(panel: PanelUnderAttack, path: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const headers = { host: panel.hostile.host, accept: 'text/html' };
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: panel.port,
        path,
        headers,
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
      },
      (incoming) => {
        incoming
          .on('error', () => undefined)
          .on('close', resolve)
          .resume();
      },
    );
    outgoing.on('error', () => resolve()).end();
  });
}

/** Announces a body, sends one byte of it, and waits. */
function unfinished(panel: PanelUnderAttack, bytes: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const headers = {
      host: panel.hostile.host,
      'content-length': String(bytes),
      'content-type': 'application/octet-stream',
    };
    const outgoing = request(
      { host: '127.0.0.1', port: panel.port, method: 'POST', path: '/', headers, agent: false, signal },
      (incoming) =>
        incoming
          .on('close', resolve)
          .on('error', () => undefined)
          .resume(),
    );
    outgoing
      .on('error', () => resolve())
      .on('close', resolve)
      .write('x');
  });
}

async function attackOnce(panel: PanelUnderAttack, attack: Attack, signal: AbortSignal): Promise<void> {
  if (attack.anonymousFlood)
    return void (await new Client(panel.port, 'aurora.localhost').get(`/site/id/${Math.random()}`));
  if (attack.unfinishedBytes) return unfinished(panel, attack.unfinishedBytes, signal);
  if (attack.panelCall && !attack.php)
    return void (await panel.attacker.send(
      attack.panelCall.method,
      attack.panelCall.path.replace('{id}', panel.hostile.siteId),
    ));
  await hit(panel, '/attack.php', signal);
}

/** Runs an attack until the signal ends it; the result resolves when all of it has let go. */
async function attackUntil(panel: PanelUnderAttack, attack: Attack, signal: AbortSignal): Promise<void> {
  const repeat = async (work: () => Promise<void>) => {
    while (!signal.aborted) {
      await work().catch(() => undefined);
      await wait(5);
    }
  };
  const workers = Array.from({ length: attack.concurrency ?? 4 }, () =>
    repeat(() => attackOnce(panel, attack, signal)),
  );
  const { panelCall, php } = attack;
  if (panelCall && php)
    workers.push(
      repeat(
        async () =>
          void (await panel.attacker.send(panelCall.method, panelCall.path.replace('{id}', panel.hostile.siteId))),
      ),
    );
  await Promise.all(workers);
}

async function measure(panel: PanelUnderAttack, seconds: number): Promise<{ login: Samples; page: Samples }> {
  const visitor = new Client(panel.port, panel.neighbour.host);
  const [login, page] = await Promise.all([
    probe(async () => Boolean(await panel.signIn()), seconds),
    probe(async () => (await visitor.get('/', { accept: 'text/html' })).status === 200, seconds),
  ]);
  return { login, page };
}

const columns = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, i) => String(cell).padEnd(i === 0 ? 24 : 12)).join(''));

async function run(php: 'native' | 'wasm', only: string): Promise<boolean> {
  const panel = await startPanelUnderAttack(php);
  let missed = false;
  try {
    await measure(panel, 3);
    console.log(`\n${php}, ${SECONDS} s each; p95 in ms, quiet → under attack`);
    columns('attack', 'login', '', 'ratio', 'neighbour', '', 'ratio', 'failed', 'memory MB', 'exits');
    for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
      if (attack.prepare) {
        await panel.plant('prepare.php', attack.prepare);
        await hit(panel, '/prepare.php', AbortSignal.timeout(20_000));
      }
      if (attack.php) await panel.plant('attack.php', attack.php);
      const before = panel.memoryMb();
      const quiet = await measure(panel, Math.max(3, SECONDS / 3));
      const ending = new AbortController();
      const attacking = attackUntil(panel, attack, ending.signal);
      const busy = await measure(panel, SECONDS);
      const grown = panel.memoryMb() - before;
      ending.abort();
      await attacking;
      const ratios = [p95(busy.login) / p95(quiet.login), p95(busy.page) / p95(quiet.page)];
      const failed = busy.login.failed + busy.page.failed;
      const bad =
        ratios.some((ratio) => !(ratio <= LIMIT.ratio)) || failed > 0 || grown > LIMIT.memoryMb || panel.exits() > 0;
      missed ||= bad;
      const [loginRatio = Number.NaN, pageRatio = Number.NaN] = ratios;
      columns(
        attack.name,
        p95(quiet.login).toFixed(0),
        p95(busy.login).toFixed(0),
        `${loginRatio.toFixed(2)}×`,
        p95(quiet.page).toFixed(0),
        p95(busy.page).toFixed(0),
        `${pageRatio.toFixed(2)}×`,
        failed,
        grown.toFixed(0),
        `${panel.exits()}${bad ? '   MISSED' : ''}`,
      );
      if (panel.exits() > 0) break;
    }
    return missed;
  } finally {
    await panel.stop();
  }
}

const [which, only = ''] = process.argv.slice(2);
let missed = false;
for (const php of ['native', 'wasm'] as const) {
  if (which && which !== 'all' && which !== php) continue;
  missed = (await run(php, only)) || missed;
}
process.exit(missed ? 1 : 0);
