import { Hono } from 'hono';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelContext, PanelEnv } from '../../context/env.ts';
import { findMail, listMails, type MailRow } from './mail.repo.ts';
import { escapeHtml } from '../../lib/html.ts';

export const MAIL_PAGE = '/dev/mail';
const SHOWN = 100;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The page exists where emails are caught, and never in production. */
export const mailPagePath = ({ smtpUrl, development }: AppContext['config']): string | null =>
  development && !smtpUrl ? MAIL_PAGE : null;

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:.5rem;border-bottom:1px solid #ccc}pre{white-space:pre-wrap;overflow-wrap:anywhere}';

function send(c: PanelContext, title: string, body: string, status: 200 | 404 = 200): Response {
  return c.html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
    status,
    {
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
  );
}

const row = (mail: MailRow): string =>
  `<tr><td><time>${mail.createdAt.toISOString()}</time></td><td>${escapeHtml(mail.recipient)}</td><td><a href="${MAIL_PAGE}/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`;

/** Escapes the text and turns its addresses into links. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, i) => (i % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');

/**
 * Caught emails of this host's partner, for the operator only: a list, each as text, and its HTML in a sandbox.
 * Whoever reads emails can take over every account.
 */
export function mailPages({ db }: Pick<AppContext, 'db'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.use(`${MAIL_PAGE}/*`, async (c, next) => {
    const viewer = await c.get('viewer')();
    if (!viewer) return c.redirect(`/login?next=${encodeURIComponent(c.req.path)}`);
    if (viewer.user.role !== 'superadmin') return c.redirect('/forbidden');
    return next();
  });
  const mailOf = async (c: PanelContext) => {
    const id = c.req.param('id') ?? '';
    return UUID.test(id) ? findMail(db, c.get('partner').id, id) : null;
  };
  const gone = (c: PanelContext) => send(c, 'Mail not found', `<p><a href="${MAIL_PAGE}">All mails</a></p>`, 404);

  pages.get(MAIL_PAGE, async (c) => {
    const mails = await listMails(db, c.get('partner').id, SHOWN);
    const table = `<table><thead><tr><th scope="col">Time</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead><tbody>${mails.map(row).join('')}</tbody></table>`;
    return send(
      c,
      'Caught mails',
      mails.length > 0 ? table : '<p>No emails yet. Sign up or request a new password, and the email appears here.</p>',
    );
  });
  pages.get(`${MAIL_PAGE}/:id`, async (c) => {
    const mail = await mailOf(c);
    if (!mail) return gone(c);
    const head = `<p>From ${escapeHtml(mail.sender)} to ${escapeHtml(mail.recipient)}, <time>${mail.createdAt.toISOString()}</time></p>`;
    const html = mail.html ? `<p><a href="${MAIL_PAGE}/${mail.id}/html">Show as HTML</a></p>` : '';
    return send(
      c,
      mail.subject,
      `${head}<pre>${linked(mail.text)}</pre>${html}<p><a href="${MAIL_PAGE}">All mails</a></p>`,
    );
  });
  pages.get(`${MAIL_PAGE}/:id/html`, async (c) => {
    const mail = await mailOf(c);
    if (!mail?.html) return gone(c);
    return c.html(mail.html, 200, {
      'cache-control': 'no-store',
      'content-security-policy':
        "sandbox allow-popups allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    });
  });
  return pages;
}
