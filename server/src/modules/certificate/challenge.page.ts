import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { requestedHost } from '../../context/host.ts';
import { challengeAnswer } from '../dns/challenge.repo.ts';

/** Of RFC 8555, 8.3. */
export const CHALLENGES = '/.well-known/acme-challenge/';
const TOKEN = /^[\w-]{1,128}$/;

/** What a certificate authority reads at the host of a panel. Those of sites are answered by the edge. */
export function challengePage({ db }: Pick<AppContext, 'db'>): Hono<PanelEnv> {
  return new Hono<PanelEnv>().get(`${CHALLENGES}:token`, async (c, next) => {
    const token = c.req.param('token');
    const host = requestedHost(c);
    const answer = host && TOKEN.test(token) ? await challengeAnswer(db, token, host) : null;
    return answer === null ? next() : c.text(answer, 200, { 'cache-control': 'no-store' });
  });
}
