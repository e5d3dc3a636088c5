import { GITHUB_APP_RETURN_PATH, GITHUB_APP_WEBHOOK_PATH } from '@panel/contract';
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { addressOf } from '../../config/config.ts';
import type { AppContext } from '../../context/app-context.ts';
import { idHash } from '../../context/csrf.ts';
import type { PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { readBytes } from '../../context/read-bytes.ts';
import { DATA_HEADERS } from '../../context/security-headers.ts';
import { PanelError } from '../../kernel/errors.ts';
import { PAYLOAD_BYTES } from '../app-push/push-payload.ts';
import { isSigned } from '../app-push/signature.ts';
import { receiveEvent } from './event.service.ts';
import { panelOfAttempt } from '../github-app/github-app.repo.ts';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;
const DELIVERY = /^[\w-]{1,100}$/;
const EVENT = /^[a-z_]{1,60}$/;

const answer = (status: number, result: string): Response =>
  new Response(`${JSON.stringify({ status: status < 400, result })}\n`, {
    status,
    headers: { ...DATA_HEADERS, 'content-type': 'application/json' },
  });

/** Addresses of the GitHub App, at any host: where it sends its events, and where browsers come back that all panels sent. */
export function githubAppHooks(app: AppContext): Hono<PanelEnv> {
  const hooks = new Hono<PanelEnv>();

  hooks.post(GITHUB_APP_WEBHOOK_PATH, async (c) => {
    const settings = app.config.githubApp;
    if (!settings) return plainError('NOT_FOUND');
    const [, proof] = SIGNATURE.exec(c.req.header('x-hub-signature-256') ?? '') ?? [];
    const id = c.req.header('x-github-delivery') ?? '';
    const name = c.req.header('x-github-event') ?? '';
    if (proof === undefined) return answer(401, 'signature');
    if (!DELIVERY.test(id) || !EVENT.test(name)) return answer(400, 'unreadable');
    const place = await c.get('enter')('page', null);
    try {
      const body = await readBytes(c.req.raw, PAYLOAD_BYTES);
      await place.turn(undefined, body.length);
      const isOurs = isSigned(body, settings.webhookSecret, { sender: 'github', kind: 'hmac', proof });
      if (!isOurs) return answer(401, 'signature');
      const digest = createHash('sha256').update(body).digest('base64url');
      const result = await receiveEvent(app, { name, id, digest, body, from: c.get('facts').ip });
      return answer(result === 'unreadable' ? 422 : 200, result);
    } catch (error) {
      if (error instanceof PanelError && error.code === 'TOO_LARGE') return plainError('TOO_LARGE');
      throw error;
    } finally {
      place.leave();
    }
  });

  // Only to a panel of this installation, and only for what one has begun: everything else is checked there, with its session.
  hooks.get(GITHUB_APP_RETURN_PATH, async (c) => {
    const query = new URL(c.req.url).searchParams;
    const state = (query.get('state') ?? '').slice(0, 200);
    const host = await panelOfAttempt(app.db, idHash(state), app.clock.now());
    if (host === null) return plainError('NOT_FOUND');
    const target = new URL('/github-app/callback', addressOf(app.config, host));
    for (const name of ['state', 'code', 'iss', 'error', 'error_description'])
      if (query.has(name)) target.searchParams.set(name, query.get(name) ?? '');
    return new Response(null, { status: 303, headers: { ...DATA_HEADERS, location: target.href } });
  });
  return hooks;
}
