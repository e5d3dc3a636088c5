import assert from 'node:assert/strict';
import type { Beacon } from '@panel/contract';
import type { Answer, Client, PartnerRow } from '../../src/testing/index.ts';
import type { ReleasePanel } from './release-support.ts';

/** The tests are the proxy, and give each page view its address. */
export const BEHIND_PROXY = { TRUST_PROXY: 'loopback' };

let networks = 0;
/** An address in a network that nothing else has used. */
export function newAddress(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}

export type PageView = {
  token: string;
  browser: Client;
  tell(events: Beacon[], more?: object): Promise<Answer>;
};

type From = { at?: PartnerRow; ip?: string; browser?: Client };

/** Opens a page; by default in a new browser, from a network of its own. */
export async function openPageView(
  panel: Pick<ReleasePanel, 'server' | 'partner'>,
  { at = panel.partner, ip = newAddress(), browser = panel.server.anonymous(at) }: From = {},
): Promise<PageView> {
  const from = { 'x-forwarded-for': ip };
  const { text } = await browser.get('/login', { accept: 'text/html', ...from });
  const token = / data-view="([^"]+)"/.exec(text)?.[1];
  assert.ok(token, 'the page has a token');
  return {
    token,
    browser,
    tell: (events, more) => browser.post('/platform/beacons', { token, events, ...more }, from),
  };
}

/** Opens a page that reports events. */
export const tell = async (
  panel: Pick<ReleasePanel, 'server' | 'partner'>,
  events: Beacon[],
  from?: From,
): Promise<Answer> => (await openPageView(panel, from)).tell(events);
