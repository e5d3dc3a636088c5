import type { Reseller } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { PartnerRow } from '../../src/context/call-context.ts';
import type { Browser, Reply } from '../http/browser.ts';
import type { Panel } from '../http/harness.ts';

/** A superadmin on the panel of a partner of their own. */
export async function operator(panel: Panel): Promise<{ own: PartnerRow; staff: Browser }> {
  const own = await panel.addPartner();
  return { own, staff: await panel.entered(own, await panel.addUser(null, 'superadmin')) };
}

/** What a form sends for a new partner. */
export function newReseller(values: Record<string, unknown> = {}) {
  const word = `r${randomBytes(5).toString('hex')}`;
  return {
    name: `Reseller ${word}`,
    host: `${word}.localhost`,
    sites_domain: `${word}-sites.localhost`,
    support_email: `help@${word}.example`,
    admin: { firstname: 'Rosa', email: `rosa@${word}.example` },
    ...values,
  };
}

export const dataOf = (answer: Reply): Reseller => {
  assert.equal(answer.status, 200, answer.text);
  return answer.body['data'] as Reseller;
};

/** A new browser at a host: the server has not been told about it. */
export const visitorAt = (panel: Panel, host: string, headers?: Record<string, string>): Browser =>
  panel.browser({ domain: host } as PartnerRow, headers);

export const create = async (staff: Browser, values: Record<string, unknown> = {}): Promise<Reseller> =>
  dataOf(await staff.post('/platform/partners', newReseller(values)));
