import { PICTURE_MARK } from '@panel/contract/wire';
import type { IncomingMessage } from 'node:http';

const KEEP_MS = 60_000;
const MAX_ENTRIES = 5_000;

export type PreviewTraffic = {
  /** Is this a part of a picture of the site that the panel shows? Asked once for each request. */
  isPart(req: IncomingMessage): boolean;
};

/**
 * Tells the requests of the panel's own pictures from visits. The frame's address carries a mark; what the frame loads
 * names it as the referrer, and what a style sheet loads names the style sheet, which is remembered for a minute. A page
 * that is opened by itself is always a visit. A forged mark takes requests out of the forger's own numbers, no more.
 */
export function createPreviewTraffic(
  clock: { now(): number },
  addressOf: (req: IncomingMessage) => string,
): PreviewTraffic {
  /** What one browser asked for, as an address without its query: style sheets name themselves so to what they load. */
  const keyOf = (req: IncomingMessage, address: string): string =>
    [addressOf(req), req.headers['user-agent'], address.split(/[?#]/, 1)[0]].join(' ');
  const parts = new Map<string, number>();

  const remember = (req: IncomingMessage): void => {
    const key = keyOf(req, `http://${req.headers.host}${req.url}`);
    parts.delete(key);
    parts.set(key, clock.now() + KEEP_MS);
    const [oldest] = parts.keys();
    if (parts.size > MAX_ENTRIES && oldest !== undefined) parts.delete(oldest);
  };

  const isLoadedByPart = (req: IncomingMessage): boolean => {
    const referrer = req.headers.referer;
    if (referrer === undefined || !URL.canParse(referrer) || new URL(referrer).host !== req.headers.host) return false;
    if (new URL(referrer).searchParams.has(PICTURE_MARK)) return true;
    const { pathname } = new URL(referrer);
    return (parts.get(keyOf(req, `http://${req.headers.host}${pathname}`)) ?? 0) > clock.now();
  };

  return {
    isPart(req) {
      // Without a word of the browser on it (no https), the mark alone counts.
      const dest = req.headers['sec-fetch-dest'];
      if (dest === 'document') return false;
      const [path = '', query] = req.url?.split('?', 2) ?? [];
      if (new URLSearchParams(query).has(PICTURE_MARK)) return dest === undefined || dest === 'iframe';
      if (!isLoadedByPart(req)) return false;
      if (dest === 'style' || path.endsWith('.css')) remember(req);
      return true;
    },
  };
}
