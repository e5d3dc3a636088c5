import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '../../src/testing/index.ts';
import type { Attack, PanelCall } from './attacks.ts';
import type { PanelUnderAttack } from './panel-under-attack.ts';

const addressOf = ({ hostile }: PanelUnderAttack, { path }: PanelCall): string =>
  path.replace('{id}', hostile.siteId).replace('{fqdn}', hostile.host);

/** One request that is aborted after a while, as a visitor would. */
export function hit(panel: PanelUnderAttack, path: string, signal: AbortSignal): Promise<void> {
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
    return void (await panel.attacker.send(attack.panelCall.method, addressOf(panel, attack.panelCall)));
  await hit(panel, '/attack.php', signal);
}

/** Runs an attack until the signal ends it; resolves when all its requests have ended. */
export async function attackUntil(panel: PanelUnderAttack, attack: Attack, signal: AbortSignal): Promise<void> {
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
    workers.push(repeat(async () => void (await panel.attacker.send(panelCall.method, addressOf(panel, panelCall)))));
  await Promise.all(workers);
}
