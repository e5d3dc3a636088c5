import type { Announcement, AnnouncementRow, Page } from '@panel/contract';
import assert from 'node:assert/strict';
import type { Client, PartnerRow, TestServer } from '../../src/testing/index.ts';
import { tenant, type Tenant } from '../site/site-support.ts';

/** An announcement to everybody, from now on, without emails. */
export const TEXTS = {
  ...{ title: 'New data center', kind: 'info', markdown: 'We **move** on [Monday](/sites).' },
  ...{ sections: [] as string[], plans: [] as string[], from: null as string | null, until: null as string | null },
  mail: false,
};
export type Texts = typeof TEXTS & { all_partners?: boolean };

export type World = Tenant & { staff: Client };

/** A partner with a customer and staff. */
export async function world(server: TestServer, of?: PartnerRow): Promise<World> {
  const own = await tenant(server, {}, of);
  return { ...own, staff: await server.as(own.partner, await server.scenario.admin(own.partner)) };
}

/** Creates an announcement and returns its id. */
export async function announced(staff: Client, change: Partial<Texts> = {}): Promise<string> {
  const answer = await staff.post('/partner/announcements', { ...TEXTS, ...change });
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body['id']);
}

/** Titles of what is current for a customer. */
export const titlesFor = async ({ client }: Pick<World, 'client'>): Promise<string[]> =>
  (await client.get<{ announcements: Announcement[] }>('/announcements')).body.announcements.map(({ title }) => title);

/** The announcement of a customer's banner. */
export const bannerOf = async ({ client }: Pick<World, 'client'>): Promise<string | undefined> =>
  (await client.get<{ announcement: { title: string } | null }>('/announcements/banner')).body.announcement?.title;

export async function rowOf(staff: Client, id: string): Promise<AnnouncementRow> {
  const { pageElements } = (await staff.get<Page<AnnouncementRow>>('/partner/announcements?pageSize=100')).body;
  const row = pageElements.find((each) => each.id === id);
  assert.ok(row, 'it is in the list');
  return row;
}
