import { PICTURE_MARK } from '@panel/contract/wire';
import type { IncomingMessage } from 'node:http';

const KEEP_MS = 60_000;
const MAX_ENTRIES = 5_000;

export type PreviewTraffic = {
  /** Whether a request belongs to a site preview in the panel. Called once per request. */
  isPart(req: IncomingMessage): boolean;
};

/**
 * Separates requests of the panel's site previews from visits. The preview's address carries a mark, what it loads
 * has that address as referrer, and what a style sheet loads has the style sheet as referrer, which is remembered for
 * a minute. A page opened directly is always a visit. Forging the mark only removes requests from the forger's own
 * statistics.
 */
export function createPreviewTraffic(
  clock: { now(): number },
  addressOf: (req: IncomingMessage) => string,
): PreviewTraffic {
  /** A browser's request as an address without query, the form in which style sheets appear as referrers. */
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
      // Without the browser's fetch metadata (no https), the mark alone decides.
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
