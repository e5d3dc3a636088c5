import type { KeyObject } from 'node:crypto';
import type { Team } from '@panel/contract';
import { CALL_TOKEN } from '@panel/contract/team';
import { desc, eq } from 'drizzle-orm';
import { auditLog } from '../../src/db/schema.ts';
import type { Answer, Client } from '../../src/testing/index.ts';
import { makeUpload, newKey, rawPublicKey, signText, type ReleasePanel } from '../release/release-support.ts';

export const textOf = (key: KeyObject): string => rawPublicKey(key).toString('base64');
export const idOf = (key: KeyObject): string => signText(key, '').keyId;

/** The token of a call, signed by a team's key. */
export function callToken(key: KeyObject, host: string, at = new Date(), use = 'panel call'): string {
  const text = JSON.stringify({ use, host, at: at.toISOString() });
  return CALL_TOKEN + Buffer.from(JSON.stringify({ text, ...signText(key, text) })).toString('base64url');
}

/** The panel's host and port, as a team's tokens name it. */
export const hostOf = ({ server, partner }: ReleasePanel): string => `${partner.domain}:${server.port}`;

/** A call that a team makes with its key. */
export const asTeam = (panel: ReleasePanel, key: KeyObject, method: string, path: string, body?: unknown, at?: Date) =>
  panel.operator(method, path, body, callToken(key, hostOf(panel), at));

/** An upload that a team signs and sends with its key. */
export const release = (panel: ReleasePanel, key: KeyObject, t: Parameters<typeof makeUpload>[0], id: string) =>
  asTeam(panel, key, 'POST', '/platform/releases', makeUpload(t, key, id, '2'));

export const staffOf = async ({ server, partner }: ReleasePanel): Promise<Client> =>
  server.as(partner, await server.scenario.superadmin());

const teamOf = (answer: Answer): Team => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body['team'] as Team;
};

/** A team with a pasted key, made by a member of staff. */
export async function makeTeam(
  staff: Client,
  name: string,
  packages: string[],
): Promise<{ team: Team; key: KeyObject }> {
  const key = newKey();
  const { id } = teamOf(await staff.post('/platform/teams', { name, packages }));
  return { key, team: teamOf(await staff.post(`/platform/teams/${id}/keys`, { publicKey: textOf(key) })) };
}

/** What the audit log holds about refused keys, the newest first. */
export const refusalsOf = ({ server }: ReleasePanel) =>
  server.app.db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(eq(auditLog.action, 'key.refused'))
    .orderBy(desc(auditLog.at));
