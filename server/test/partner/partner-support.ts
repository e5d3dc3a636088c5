import assert from 'node:assert/strict';
import type { Browser, Reply } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#123"/></svg>';
export const base64 = (content: string | Uint8Array): string => Buffer.from(content).toString('base64');

/** Two resellers with two admins each, one of them with a customer. */
export async function openPartners() {
  const panel = await startPanel();
  const [partner, other] = [
    await panel.addPartner({
      isSpecial: true,
      attributes: { RESELLER_COMPANY_NAME: 'Aurora', SECTION_DNS: 'false' },
      logo: 'data:image/svg+xml;base64,AA',
    }),
    await panel.addPartner(),
  ];
  const enter = async (where: typeof partner, role: 'admin' | 'customer', firstname = '') =>
    panel.entered(where, await panel.addUser(where, role, { firstname, lastname: firstname && 'Admin' }));
  return {
    panel,
    partner,
    other,
    alex: await enter(partner, 'admin', 'Alex'),
    berta: await enter(partner, 'admin', 'Berta'),
    customer: await enter(partner, 'customer'),
    stranger: await enter(other, 'admin'),
    visitor: panel.browser(partner),
    /** Requests an image as a page does, on either host. */
    picture: (address: string, where = partner) => panel.browser(where, { accept: 'text/html,image/*' }).get(address),
  };
}
export type Partners = Awaited<ReturnType<typeof openPartners>> & { panel: Panel };

/** The body of a response that must be a success. */
export async function good<T = Record<string, never>>(answer: Promise<Reply>): Promise<T> {
  const { status, text, body } = await answer;
  assert.equal(status, 200, text);
  return body as T;
}

/** The brand as visitors see it. */
export const brandOf = async (visitor: Browser) =>
  (await good<{ data: { attributes: Record<string, string>; logo: string } }>(visitor.get('/partner/whitelabel'))).data;
