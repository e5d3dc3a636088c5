import type { ServerResponse } from 'node:http';
import { messageHtml, MESSAGE_POLICY } from '../lib/message-page.ts';
import type { EdgePartner, EdgeSite, EdgeSiteStatus } from './edge-types.ts';
import type { ProxyResult } from './proxy.ts';
import type { BodyRefusal } from './request-body.ts';

type Page = { status: number; title: string; text: string; refreshSeconds?: number; headers?: Record<string, string> };

/** The edge's own pages, each with what the visitor can do. */
export const PAGES = {
  starting: {
    status: 503,
    title: 'This site is waking up',
    text: 'It was asleep and is starting now. This page reloads automatically.',
    refreshSeconds: 2,
    headers: { 'retry-after': '2' },
  },
  notReady: {
    status: 503,
    title: 'This site is not ready yet',
    text: 'It is being set up. This page reloads automatically.',
    refreshSeconds: 5,
    headers: { 'retry-after': '5' },
  },
  failed: {
    status: 503,
    title: 'This site could not be set up',
    text: 'If it is yours, open the control panel to try again or to delete it.',
    headers: { 'retry-after': '300' },
  },
  vacant: {
    status: 421,
    title: 'There is no site at this address',
    text: 'Check the spelling. If it is yours, the control panel shows its current address.',
  },
  databaseClosed: {
    status: 404,
    title: 'This database is not open',
    text: 'Its link was used before, or the access has ended. Open the database again in the control panel.',
  },
  suspended: {
    status: 503,
    title: 'This site is suspended',
    text: 'If it is yours, please contact your provider.',
    headers: { 'retry-after': '3600' },
  },
  deleting: { status: 410, title: 'This site is being deleted', text: 'Its pages are no longer here.' },
  badGateway: {
    status: 502,
    title: 'This site does not answer',
    text: 'It had a problem with this page. Please try again in a minute.',
  },
  timeout: { status: 504, title: 'This site takes too long to answer', text: 'Please try again in a minute.' },
  busy: {
    status: 503,
    title: 'This site is busy',
    text: 'It is serving as many visitors as it can. Please try again in a moment.',
    headers: { 'retry-after': '5' },
  },
  lost: {
    status: 503,
    title: 'This site is not available now',
    text: 'Its server does not answer. Please try again in a few minutes.',
    headers: { 'retry-after': '30' },
  },
  cutOff: {
    status: 503,
    title: 'This site is not available now',
    text: 'Its server has lost its connection. Please try again in a few minutes.',
    headers: { 'retry-after': '30' },
  },
  resting: {
    status: 503,
    title: 'This site is paused',
    text: 'It caused a problem on the server and is kept asleep for a while. If it is yours, the control panel says until when.',
    headers: { 'retry-after': '600' },
  },
  slowUpload: {
    status: 408,
    title: 'This upload stopped',
    text: 'Nothing arrived for a while. Check your connection and try again.',
    headers: { connection: 'close' },
  },
  tooLarge: {
    status: 413,
    title: 'This upload is too large',
    text: 'Please send a smaller file.',
    headers: { connection: 'close' },
  },
  password: {
    status: 401,
    title: 'This site asks for a password',
    text: 'Reload the page and enter the user name and password you were given.',
  },
  held: {
    status: 429,
    title: 'Too many wrong passwords',
    text: 'Please wait a minute, then try again.',
    headers: { 'retry-after': '60' },
  },
  formSent: { status: 200, title: 'Thank you', text: 'Your message was sent.' },
  formMissing: { status: 404, title: 'There is no form at this address', text: 'Go back to the page with the form.' },
  formElsewhere: {
    status: 403,
    title: 'This form was not sent from this site',
    text: 'Open the page of this site with the form, and send it from there.',
  },
  formInvalid: {
    status: 400,
    title: 'This form could not be read',
    text: 'It has too many fields, or is not complete. Go back and try again.',
  },
  formTooLarge: {
    status: 413,
    title: 'This form is too large',
    text: 'Go back, and send less text or smaller files.',
  },
  formOften: {
    status: 429,
    title: 'This form was sent too often',
    text: 'Please wait a few minutes, then try again.',
    headers: { 'retry-after': '600' },
  },
  formFull: {
    status: 503,
    title: 'This site cannot take more messages now',
    text: 'Please contact its owner in another way.',
  },
} satisfies Record<string, Page>;

export type PageName = keyof typeof PAGES;

/** Sites that are not served, and why. */
const STATUS_PAGES: Partial<Record<EdgeSiteStatus, PageName>> = {
  pending: 'notReady',
  created: 'notReady',
  deploying: 'notReady',
  migrating: 'notReady',
  failed: 'failed',
  moving: 'deleting',
};

/** The page that visitors get instead of the site; none while it is served. */
export const pageInstead = ({ status, isSuspended }: Pick<EdgeSite, 'status' | 'isSuspended'>): PageName | undefined =>
  isSuspended ? 'suspended' : STATUS_PAGES[status];

export const FAILURE_PAGES: Record<Exclude<ProxyResult, 'done' | 'cut'>, PageName> = {
  unreached: 'badGateway',
  silent: 'badGateway',
  broken: 'badGateway',
  timeout: 'timeout',
};

export const REFUSAL_PAGES: Record<Exclude<BodyRefusal, 'gone'>, PageName> = {
  'too-large': 'tooLarge',
  idle: 'slowUpload',
  full: 'busy',
};

/** Sends a self-contained page with the partner's name and colours. */
export function sendPage(
  res: ServerResponse,
  name: PageName,
  partner: EdgePartner,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent) return void res.destroy();
  const page: Page = PAGES[name];
  for (const header of res.getHeaderNames()) res.removeHeader(header);
  const { companyName, colors } = partner;
  const body = messageHtml({ ...page, brand: { name: companyName, ...colors } });
  res.writeHead(page.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': MESSAGE_POLICY,
    'x-robots-tag': 'noindex',
    ...page.headers,
    ...headers,
  });
  res.end(res.req.method === 'HEAD' ? undefined : body);
}

/** For hosts and requests that match no site or panel; no brand is known then. */
export function sendPlain(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    ...headers,
  });
  res.end(res.req.method === 'HEAD' ? undefined : text);
}

/** Sends a visitor to the same address of another host, with the same method and on the same port. */
export function sendRedirect(res: ServerResponse, origin: string): void {
  const port = /:\d+$/.exec(res.req.headers.host ?? '')?.[0] ?? '';
  sendTo(res, `${origin}${port}${res.req.url}`);
}

/** Sends a visitor to another address, with the same method. */
export function sendTo(res: ServerResponse, location: string): void {
  res.writeHead(308, { location, 'content-length': 0, 'cache-control': 'no-store' });
  res.end();
}
