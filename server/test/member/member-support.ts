import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Member, MemberRole } from '@panel/contract';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { linkTokenTo } from '../customer/customer-support.ts';
import type { Browser } from '../http/browser.ts';
import { PASSWORD, type Panel } from '../http/harness.ts';

export type World = { partner: PartnerRow; customer: UserRow; own: Browser };

export const codes = (...answers: { status: number; body: Record<string, unknown> }[]) =>
  answers.map(({ status, body }) => (status < 300 ? 'ok' : body['code']));
export const invite = (browser: Browser, email: string, role: MemberRole, workload_ids: string[] | null = null) =>
  browser.post('/account/member', { email, role, workload_ids });
export const tokenOf = async (browser: Browser, scopes = ['sites:write']) => {
  const body = { name: 'CI', scopes, expires_in_days: 7, password: PASSWORD };
  const answer = await browser.post('/api-token', body);
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body['token']);
};

/** A customer, and members who have been let into the account. */
export function membersOf(panel: () => Panel) {
  async function world(): Promise<World> {
    const partner = await panel().addPartner({ isSpecial: true });
    const customer = await panel().addUser(partner, 'customer', { firstname: 'Casey', planType: 'BUSINESS' });
    return { partner, customer, own: await panel().entered(partner, customer) };
  }

  /** A member who has signed in, as the invitation leaves them. */
  async function join({ partner, own }: World, role: MemberRole, ids: string[] | null = null) {
    const email = `m${randomUUID().slice(0, 8)}@team.example`;
    const invited = await invite(own, email, role, ids);
    assert.equal(invited.status, 200, invited.text);
    const browser = panel().browser(partner);
    const token = await linkTokenTo(panel(), email);
    assert.equal((await browser.post('/set-password', { token, password: PASSWORD })).status, 200);
    return { browser, email, id: (invited.body['data'] as Member).id };
  }

  return { world, join };
}
