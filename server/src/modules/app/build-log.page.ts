import { BUILD_LOG_STREAM_PATH } from '@panel/contract';
import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { scopeOfViewer } from '../../context/viewer-scope.ts';
import { findBuild } from './app-build.repo.ts';
import { openLogStream } from './build-log-stream.ts';
import { createBuildWatch } from './build-watch.ts';

const UUID = '[0-9a-f-]{36}';
/** Streams of one account in one process; a page has one. */
const OF_ACCOUNT = 10;
const OF_PROCESS = 500;
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // For proxies that would collect what is sent.
  'x-accel-buffering': 'no',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** The line after the last one that a browser has. */
function firstLine(given: string | undefined): number {
  const last = Number(given);
  return Number.isSafeInteger(last) && last > 0 ? last + 1 : 1;
}

/** The live log of a build, for those who can open its application; 404 for everyone else. */
export function buildLogPage(app: Pick<AppContext, 'config' | 'db' | 'log'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  const builds = createBuildWatch(app.db, (err) => app.log.warn({ err }, 'builds could not be asked for new lines'));
  const open = new Map<string, number>();
  let total = 0;

  pages.get(`${BUILD_LOG_STREAM_PATH}:id{${UUID}}`, async (c) => {
    const [scope, viewer] = [await scopeOfViewer(app, c, 'signed-in', 'applications'), await c.get('viewer')()];
    const found = scope && viewer && (await findBuild(app.db, scope, c.req.param('id')));
    if (!found) return plainError('NOT_FOUND');
    const account = viewer.user.id;
    const own = open.get(account) ?? 0;
    if (own >= OF_ACCOUNT || total >= OF_PROCESS) return plainError('NOT_AVAILABLE', { 'retry-after': '5' });
    if (c.req.method === 'HEAD') return c.body(null, 200, HEADERS);
    open.set(account, own + 1);
    total += 1;
    let isOpen = true;
    const closed = (): void => {
      if (!isOpen) return;
      isOpen = false;
      total -= 1;
      const left = (open.get(account) ?? 1) - 1;
      if (left > 0) open.set(account, left);
      else open.delete(account);
    };
    const from = firstLine(c.req.header('last-event-id') ?? c.req.query('after'));
    return new Response(openLogStream(app.db, builds, { buildId: found.build.id, from, closed }), { headers: HEADERS });
  });
  return pages;
}
