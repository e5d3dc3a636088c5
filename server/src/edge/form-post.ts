import { FORM_POST_PATH } from '@panel/contract';
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { AttemptCounter } from '../lib/attempt-counter.ts';
import { addressKey } from '../lib/client-address.ts';
import type { Slots } from '../lib/slots.ts';
import { sendPage, type PageName } from './edge-pages.ts';
import type { EdgeSite, FormOutcome, FormPort } from './edge-types.ts';

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const SENT = '?sent';

/** What one address sends to a site, and all together, in seconds. */
const OF_ADDRESS = { most: 20, seconds: 600 };
const OF_SITE = { most: 300, seconds: 3600 };
/** Forms that are being received at once. */
const AT_ONCE = { site: 16, address: 4 };

const REFUSALS: Record<Exclude<FormOutcome, object>, PageName> = {
  invalid: 'formInvalid',
  tooLarge: 'formTooLarge',
  full: 'formFull',
};

/** Files of a site cannot have these addresses. */
export const isFormPost = ({ url = '' }: IncomingMessage): boolean => url.startsWith(FORM_POST_PATH);

const hostOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).host : null);

/**
 * Whether a page of the same host has sent the form. Browsers say it by `Sec-Fetch-Site`, older ones by `Origin`, or by
 * `Referer`; a sender that says nothing is refused.
 */
export function isFromSite({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin, referer, host = '' } = headers;
  // A page without referrers sends `null`.
  if (origin !== undefined && origin !== 'null') return hostOf(origin) === host.toLowerCase();
  if (site !== undefined) return true;
  return origin === undefined && referer !== undefined && hostOf(referer) === host.toLowerCase();
}

/** An address of the same site, or null. */
export function nextAddress(next: string): string | null {
  // eslint-disable-next-line no-control-regex -- what browsers drop from an address
  if (!next.startsWith('/') || next.length > 2_000 || /[\u0000-\u0020\u007f\\]/.test(next)) return null;
  const base = 'http://site.invalid';
  if (!URL.canParse(next, base)) return null;
  const { origin, pathname, search, hash } = new URL(next, base);
  return origin === base && !pathname.startsWith('//') ? pathname + search + hash : null;
}

type Deps = {
  forms: FormPort | undefined;
  attempts: AttemptCounter;
  slots: Slots;
  clock: { now(): number };
};

/** Takes what visitors send with forms of sites, at `/.panel/forms/{name of the form}`. */
export function createFormPosts({ forms, attempts, slots, clock }: Deps) {
  // So that a flood does not reach the database.
  const held = new LRUCache<string, number>({ max: 10_000 });

  const isOften = async (key: string, { most, seconds }: typeof OF_SITE): Promise<boolean> => {
    if ((held.get(key) ?? 0) > clock.now()) return true;
    const { count, windowEndsAt } = await attempts.add(key, seconds);
    if (count <= most) return false;
    held.set(key, windowEndsAt.getTime());
    return true;
  };

  const receive = async (
    site: EdgeSite,
    req: IncomingMessage,
    form: string,
    address: string,
  ): Promise<FormOutcome | PageName> => {
    const { siteId } = site;
    // Addresses of visitors are stored hashed.
    const sender = createHash('sha256')
      .update(`${siteId} ${addressKey(address)}`)
      .digest('base64url');
    if (await isOften(`form:${sender}`, OF_ADDRESS)) return 'formOften';
    if (await isOften(`form-site:${siteId}`, OF_SITE)) return 'formOften';
    const leave = [slots.enter(`form ${sender}`, AT_ONCE.address), slots.enter(`form-site ${siteId}`, AT_ONCE.site)];
    try {
      if (!forms || leave.includes(null)) return 'busy';
      const body: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
      return await forms.submit({ siteId, form, type: req.headers['content-type'] ?? '', body });
    } finally {
      for (const each of leave) each?.();
    }
  };

  return async (site: EdgeSite, req: IncomingMessage, res: ServerResponse, address: string): Promise<void> => {
    const [form = '', query] = (req.url ?? '').slice(FORM_POST_PATH.length).split('?', 2);
    const refuse = (page: PageName) => sendPage(res, page, site.partner, { connection: 'close' });
    if (!forms || !site.hasForms || !NAME.test(form)) return refuse('formMissing');
    if (req.method !== 'POST') {
      const isSent = (req.method === 'GET' || req.method === 'HEAD') && `?${query}` === SENT;
      return isSent ? sendPage(res, 'formSent', site.partner) : refuse('formMissing');
    }
    if (site.status !== 'ready') return refuse('notReady');
    if (!isFromSite(req)) return refuse('formElsewhere');
    const outcome = await receive(site, req, form, address);
    if (typeof outcome === 'string')
      return refuse(outcome in REFUSALS ? REFUSALS[outcome as keyof typeof REFUSALS] : (outcome as PageName));
    res.writeHead(303, {
      location: nextAddress(outcome.next) ?? `${FORM_POST_PATH}${form}${SENT}`,
      'cache-control': 'no-store',
      'content-length': '0',
    });
    res.end();
  };
}
