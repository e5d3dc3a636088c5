import type { ConfiguredKey, KeyRefusal, Team, TeamKey } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { KEY_REFUSED, newestAudits } from '../../context/audit.repo.ts';
import type { AppContext } from '../../context/app-context.ts';
import {
  listInvitations,
  listKeys,
  listRules,
  listTeams,
  releasedPackages,
  type InvitationRow,
  type TeamKeyRow,
  type TeamRow,
} from './team.repo.ts';

function stateOf({ revokedAt, endsAt }: TeamKeyRow, now: Date): TeamKey['state'] {
  if (revokedAt) return 'revoked';
  if (!endsAt) return 'active';
  return endsAt <= now ? 'ended' : 'ending';
}

const wireKey = (row: TeamKeyRow, now: Date): TeamKey => ({
  keyId: row.keyId,
  state: stateOf(row, now),
  addedAt: row.addedAt.toISOString(),
  addedBy: row.addedBy,
  endsAt: row.endsAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedBy: row.revokedBy,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUse: row.lastUse,
});

type Rows = {
  rules: Awaited<ReturnType<typeof listRules>>;
  keys: readonly TeamKeyRow[];
  invitations: readonly InvitationRow[];
};

/** Everything about teams except the teams themselves. */
const readRows = async (db: Database, now: Date): Promise<Rows> => ({
  rules: await listRules(db),
  keys: await listKeys(db),
  invitations: await listInvitations(db, now),
});

function wireTeam(row: TeamRow, { rules, keys, invitations }: Rows, now: Date): Team {
  const open = invitations.find(({ teamId }) => teamId === row.id);
  return {
    id: row.id,
    name: row.name,
    packages: rules.filter(({ teamId }) => teamId === row.id).map((rule) => rule.package),
    keys: keys.filter(({ teamId }) => teamId === row.id).map((key) => wireKey(key, now)),
    invitation: open
      ? {
          createdAt: open.createdAt.toISOString(),
          createdBy: open.createdBy,
          expiresAt: open.expiresAt.toISOString(),
        }
      : null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
  };
}

/** One team in wire form. */
export const readTeam = async (db: Database, row: TeamRow, now: Date): Promise<Team> =>
  wireTeam(row, await readRows(db, now), now);

/** The shell first, then by name. */
const sorted = (names: readonly string[]): string[] =>
  [...new Set(names)].sort((a, b) => Number(b === 'shell') - Number(a === 'shell') || (a < b ? -1 : 1));

const REFUSALS_SHOWN = 10;
const REFUSALS_MS = 30 * 24 * 3_600_000;

/** Who tried to use a key for what does not belong to it, the newest first. */
async function listRefusals(db: Database, now: Date): Promise<KeyRefusal[]> {
  const rows = await newestAudits(db, KEY_REFUSED, new Date(now.getTime() - REFUSALS_MS), REFUSALS_SHOWN);
  return rows.map(({ at, detail }) => ({ at: at.toISOString(), reason: String(detail['reason']) }));
}

/** All teams by name, the keys of RELEASE_KEYS, all packages, and the last rejected attempts. */
export async function listAll({ db, clock, releases }: Pick<AppContext, 'db' | 'clock' | 'releases'>): Promise<{
  teams: Team[];
  configured: ConfiguredKey[];
  packages: string[];
  refused: KeyRefusal[];
}> {
  const now = clock.now();
  const rows = await readRows(db, now);
  const configured = await releases.keys.configured();
  return {
    teams: (await listTeams(db)).map((row) => wireTeam(row, rows, now)),
    configured: configured.map(({ keyId, packages }) => ({ keyId, packages: packages && [...packages] })),
    refused: await listRefusals(db, now),
    packages: sorted([...(await releasedPackages(db)), ...rows.rules.map((rule) => rule.package)]),
  };
}
