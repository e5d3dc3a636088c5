import { Email } from '@panel/contract';
import { Hono } from 'hono';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { PartnerRow } from '../../context/call-context.ts';
import type { PanelContext, PanelEnv } from '../../context/env.ts';
import { requestedHost } from '../../context/host.ts';
import { attempt } from '../../context/rate-limit.ts';
import { readBytes } from '../../context/read-bytes.ts';
import { isOpenAccount } from '../../db/open-account.ts';
import { PanelError } from '../../kernel/errors.ts';
import { partnerOfHost } from '../partner/partner.repo.ts';
import { pageHtml, STATUS_HEADERS } from './status-frame.ts';
import { askingMail } from './status-mail.ts';
import { brandOf } from './status-model.ts';
import * as repo from './subscriber.repo.ts';

const BODY_BYTES = 2048;
/** Tries from one IP address, whatever they enter; each sends an email. */
const LIMIT = { tries: 10, windowSeconds: 3600 };
const TOKEN = /^[\w-]{43}$/;

type Status = 200 | 400 | 403 | 404 | 429 | 503;
type Told = { title: string; text: string; status?: Status; button?: { label: string; action: string } };

/** One message, and what can be done about it. All texts are the panel's own. */
function tell(c: PanelContext, partner: PartnerRow, { title, text, status = 200, button }: Told): Response {
  const form = button ? `<form method="post" action="${button.action}"><button>${button.label}</button></form>` : '';
  const body = `<p role="status">${text}</p>${form}\n<p><a href="/status">Back to the status page</a></p>`;
  return c.body(pageHtml(brandOf(partner), title, body), status, {
    ...STATUS_HEADERS,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  });
}

const ASKED = {
  title: 'Check your inbox',
  text: 'If the address can get emails, there is one from us with what to do next. It can take some minutes. There is at most one in a day.',
};
const ELSEWHERE = {
  title: 'Not sent from this page',
  text: 'Another site sent you here. Please start again on the status page.',
  status: 403,
} as const;
const OFTEN = { title: 'Too many tries', text: 'Please try again in an hour.', status: 429 } as const;
const AWAY = {
  title: 'Not possible now',
  text: 'No email can be sent at the moment. Please try again later.',
  status: 503,
} as const;
const GONE = {
  title: 'This link does not work',
  text: 'It was used to unsubscribe, or is too old.',
  status: 404,
} as const;

/** By the browser's own word. `Origin` says nothing: pages without a referrer send `null`. Mail programs send neither. */
const isFromElsewhere = (c: PanelContext): boolean =>
  ['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? '');

/** The answer is the same for an address that is known and for one that is not. */
async function subscribe(app: AppContext, c: PanelContext, partner: PartnerRow): Promise<Told> {
  const body = new URLSearchParams((await readBytes(c.req.raw, BODY_BYTES)).toString('utf8'));
  const email = v.safeParse(Email, body.get('email'));
  if (!email.success)
    return { title: 'Check the address', text: 'Enter an email address such as name@example.com.', status: 400 };
  await attempt(app, 'status-subscribe', LIMIT, { partnerId: partner.id, ip: c.get('facts').ip, account: '' });
  const asked = { partnerId: partner.id, email: email.output, now: app.clock.now() };
  const row = await repo.askSubscriber(app.db, { ...asked, token: randomBytes(32).toString('base64url') });
  if (row && (await app.mail.send(askingMail(app, partner, row))) === 'away') {
    await repo.forgetAsking(app.db, asked);
    return AWAY;
  }
  return ASKED;
}

const confirm = {
  path: '/status/confirm',
  asks: {
    title: 'Confirm your address',
    text: 'Do you want an email for each incident and maintenance?',
    label: 'Confirm',
  },
  done: { title: 'You are subscribed', text: 'You get an email when something happens.' },
  run: (app: AppContext, id: string) => repo.confirmSubscriber(app.db, id, app.clock.now()),
};
const unsubscribe = {
  path: '/status/unsubscribe',
  asks: { title: 'Unsubscribe', text: 'Do you want no more of these emails?', label: 'Unsubscribe' },
  done: { title: 'You are unsubscribed', text: 'Your address is deleted.' },
  run: (app: AppContext, id: string) => repo.removeSubscriber(app.db, id),
};

/**
 * Subscriptions to the status page, for visitors without an account. A link of an email only asks: programs that open the links
 * of emails change nothing. Mail programs unsubscribe with one POST (RFC 8058).
 */
export function subscriberPages(app: AppContext): Hono<PanelEnv> {
  const hooks = new Hono<PanelEnv>();
  const withPartner = async (
    c: PanelContext,
    next: () => Promise<void>,
    answer: (partner: PartnerRow) => Promise<Told>,
  ): Promise<Response | undefined> => {
    const host = requestedHost(c);
    const place = await c.get('enter')('page', null);
    try {
      await place.turn();
      const partner = host === null ? null : await partnerOfHost(app.db, host);
      if (!partner || !isOpenAccount(partner)) return void (await next());
      const told = await answer(partner).catch((error: unknown) => {
        if (error instanceof PanelError && error.code === 'RATE_LIMITED') return OFTEN;
        throw error;
      });
      return tell(c, partner, told);
    } finally {
      place.leave();
    }
  };

  hooks.post('/status/subscribe', (c, next) =>
    withPartner(c, next, async (partner) => (isFromElsewhere(c) ? ELSEWHERE : subscribe(app, c, partner))),
  );
  for (const { path, asks, done, run } of [confirm, unsubscribe]) {
    const ownerOf = (c: PanelContext, partner: PartnerRow) => {
      const token = c.req.query('token') ?? '';
      return TOKEN.test(token) ? repo.subscriberOf(app.db, partner.id, token) : undefined;
    };
    hooks.get(path, (c, next) =>
      withPartner(c, next, async (partner) => {
        const row = await ownerOf(c, partner);
        const { label, ...words } = asks;
        return row ? { ...words, button: { label, action: `${path}?token=${row.token}` } } : GONE;
      }),
    );
    hooks.post(path, (c, next) =>
      withPartner(c, next, async (partner) => {
        // Programs that show emails in a browser unsubscribe from where they are (RFC 8058).
        if (path !== unsubscribe.path && isFromElsewhere(c)) return ELSEWHERE;
        const row = await ownerOf(c, partner);
        if (!row) return GONE;
        await run(app, row.id);
        return done;
      }),
    );
  }
  return hooks;
}
