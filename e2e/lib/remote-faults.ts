import { get } from 'node:http';
import type { Page, Route } from '@playwright/test';

/** What a remote's server may do wrong, and the word that the user gets about it. */
export type Fault = {
  name: string;
  /** Which of the remote's files are struck. */
  files: RegExp;
  answer: (route: Route, lifted: Promise<void>) => Promise<void>;
  /** Tells apart what was answered wrongly, and at once, from what was waited for in vain. */
  says: RegExp;
};

const ENTRY = /\/remote-entry\.[0-9a-f]+\.js$/;
const CHUNK = /\/(?!remote-entry\.|remote\.)[^/]+\.js$/;
const SLOW_MS = 12_000;

const text = (status: number, contentType: string, body: string) => (route: Route) => route.fulfill({ status, contentType, body });

/**
 * Runs before a page's chunk: whatever component the chunk exports throws when it is rendered. The chunk's modules are
 * wrapped as they are registered, so nothing in the product knows of it.
 */
const breakPages = (container: string): string => `(() => {
  const broken = () => { throw new Error('The page broke on purpose.'); };
  const chunks = (globalThis.webpackChunk${container} ||= []);
  const push = chunks.push;
  chunks.push = (data) => {
    for (const [id, run] of Object.entries(data[1])) {
      data[1][id] = (module, exports, require) => run(module, exports, new Proxy(require, {
        get: (target, key) => key !== 'd' ? target[key] : (owner, getters) =>
          target.d(owner, 'Component' in getters ? { ...getters, Component: () => broken } : getters),
      }));
    }
    return push.call(chunks, data);
  };
})();\n`;

/** The file as the server has it. Over loopback: names below `localhost` are the browser's alone. */
function realFile(address: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = get({ host: '127.0.0.1', port: address.port, path: address.pathname, headers: { host: address.host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text)).on('error', reject);
    });
    asked.on('error', reject);
  });
}

async function throwing(route: Route): Promise<void> {
  const address = new URL(route.request().url());
  const container = /\/remotes\/([^/]+)\//.exec(address.pathname)?.[1]?.replaceAll('-', '_') ?? '';
  await route.fulfill({ contentType: 'text/javascript', body: breakPages(container) + (await realFile(address)) });
}

const ENTRY_FAILED = /could not be opened.*Its program could not be loaded\./;

const entry = (name: string, answer: Fault['answer'], says = ENTRY_FAILED): Fault => ({ name: `entry ${name}`, files: ENTRY, answer, says });

export const ENTRY_404 = entry('404', text(404, 'text/plain', 'There is no such file.'));
export const PART_404: Fault = {
  name: 'part 404', files: CHUNK, answer: text(404, 'text/plain', 'There is no such file.'), says: /could not be opened.*A part of its program could not be loaded\./,
};
export const PAGE_THROWS: Fault = { name: 'page throws', files: CHUNK, answer: throwing, says: /stopped working.*The page broke on purpose/ };

export const FAULTS: readonly Fault[] = [
  ENTRY_404,
  entry('500', text(500, 'text/plain', 'Broken.')),
  entry('is HTML', text(200, 'text/html', '<!doctype html><title>Sign in</title>')),
  entry('is empty', text(200, 'text/javascript', '')),
  entry('is reset', (route) => route.abort('connectionreset')),
  entry('is slow', async (route, lifted) => {
    await Promise.race([lifted, new Promise((resolve) => setTimeout(resolve, SLOW_MS))]);
    await route.continue();
  }, /could not be opened.*It did not load within 8 seconds\./),
  PART_404,
  PAGE_THROWS,
];

/** Strikes a remote until the returned function is called. */
export async function strike(page: Page, remoteId: string, fault: Fault): Promise<() => Promise<void>> {
  let lift: () => void = () => undefined;
  const lifted = new Promise<void>((resolve) => {
    lift = resolve;
  });
  const isStruck = (url: URL): boolean => url.pathname.startsWith(`/remotes/${remoteId}/`) && fault.files.test(url.pathname);
  // A page that was left has no use for its answer any more.
  const handler = (route: Route) => fault.answer(route, lifted).catch(() => route.abort().catch(() => undefined));
  await page.route(isStruck, handler);
  return async () => {
    lift();
    await page.unroute(isStruck, handler);
  };
}
