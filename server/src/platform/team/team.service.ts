import type { Team } from '@panel/contract';
import { INVITATION_CODE } from '@panel/contract/team';
import type { Database } from '../../db/database.ts';
import { idHash, randomId } from '../../context/csrf.ts';
import { PanelError } from '../../kernel/errors.ts';
import { checkExpected, type Expected } from '../../kernel/expected.ts';
import type { AppContext } from '../../context/app-context.ts';
import { logChange } from '../release/channel.repo.ts';
import { keyIdOfText } from '../release/release-keys.ts';
import { readTeam } from './team-list.service.ts';
import {
  endOtherKeys,
  findKey,
  findTeam,
  givePackage,
  insertKey,
  insertTeam,
  lockTeams,
  packagesOfTeam,
  renameTeam,
  revokeKey,
  saveInvitation,
  takeInvitation,
  takePackage,
  type Changed,
  type InvitationRow,
  type TeamRow,
} from './team.repo.ts';

export type Deps = Pick<AppContext, 'db' | 'clock' | 'releases'>;

const HOUR_MS = 3_600_000;
/** How long the code of an invitation works. */
const INVITED_MS = 24 * HOUR_MS;
/** How long a replaced key works, so that running jobs end, and the new key reaches every place. */
const REPLACED_MS = 24 * HOUR_MS;

const refused = (reason: string): PanelError => new PanelError('TEAM_REFUSED', { reason });
const nameTaken = (name: string): PanelError => refused(`There is a team ${name} already.`);

async function log(
  tx: Database,
  { at, by }: Changed,
  action: 'owner' | 'key',
  packages: readonly string[],
  detail: string,
): Promise<void> {
  await logChange(tx, { by, action, package: packages.join(', '), partnerId: null, partner: null, detail }, at);
}

/** @throws PanelError NOT_FOUND */
async function teamOf(db: Database, id: string): Promise<TeamRow> {
  const found = await findTeam(db, id);
  if (!found) throw new PanelError('NOT_FOUND');
  return found;
}

/** Gives and takes packages until the team has exactly these. @throws PanelError TEAM_REFUSED */
async function setPackages(tx: Database, { id, name }: TeamRow, wanted: readonly string[], changed: Changed) {
  const had = await packagesOfTeam(tx, id);
  for (const each of had.filter((one) => !wanted.includes(one))) {
    await takePackage(tx, id, each, changed);
    await log(tx, changed, 'owner', [each], `${each} belonged to the team ${name}, belongs to the operator now.`);
  }
  for (const each of wanted.filter((one) => !had.includes(one))) {
    if (!(await givePackage(tx, id, each, changed)))
      throw refused(`${each} belongs to another team. Take it from that team first.`);
    await log(tx, changed, 'owner', [each], `${each} belongs to the team ${name} now.`);
  }
}

type Input = { name: string; packages: readonly string[] };

/** @throws PanelError TEAM_REFUSED when the name is taken or a package belongs to another team */
export async function createTeam({ db, clock }: Deps, { name, packages }: Input, by: string): Promise<Team> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    await lockTeams(tx);
    const row = await insertTeam(tx, { name, createdAt: at, createdBy: by });
    if (!row) throw nameTaken(name);
    await setPackages(tx, row, packages, { at, by });
    return readTeam(tx, row, at);
  });
}

/** @throws PanelError NOT_FOUND, TEAM_REFUSED, CONFLICT */
export async function updateTeam(
  { db, clock }: Deps,
  { id, name, packages, expected }: Input & { id: string; expected?: Expected<Input> },
  by: string,
): Promise<Team> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    await lockTeams(tx);
    const before = await teamOf(tx, id);
    checkExpected(expected, { name: before.name, packages: await packagesOfTeam(tx, id) });
    const row = { ...before, name };
    if (!(await renameTeam(tx, id, name))) throw nameTaken(name);
    await setPackages(tx, row, packages, { at, by });
    return readTeam(tx, row, at);
  });
}

/**
 * Adds a key to a team. Its other keys work for another day.
 * @throws PanelError NOT_FOUND, TEAM_REFUSED when the key is known already
 */
async function addTo(tx: Database, row: TeamRow, publicKey: string, { at, by }: Changed): Promise<string> {
  const keyId = keyIdOfText(publicKey);
  if (!(await insertKey(tx, { keyId, teamId: row.id, publicKey, addedAt: at, addedBy: by })))
    throw refused(`The key ${keyId} is known already. Create another one: release keygen <file>`);
  await endOtherKeys(tx, row.id, keyId, new Date(at.getTime() + REPLACED_MS));
  const packages = await packagesOfTeam(tx, row.id);
  await log(tx, { at, by }, 'key', packages, `The team ${row.name} has the key ${keyId} now.`);
  return keyId;
}

/** Adds a pasted key. @throws PanelError NOT_FOUND, TEAM_REFUSED */
export async function addKey(
  { db, clock }: Deps,
  { id, publicKey }: { id: string; publicKey: string },
  by: string,
): Promise<Team> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const row = await teamOf(tx, id);
    await addTo(tx, row, publicKey, { at, by });
    return readTeam(tx, row, at);
  });
}

/** Creates the code of an invitation; an open one stops working. @throws PanelError NOT_FOUND */
export async function invite({ db, clock }: Deps, id: string, by: string): Promise<{ team: Team; code: string }> {
  const at = clock.now();
  const code = `${INVITATION_CODE}${randomId()}`;
  return db.transaction(async (tx) => {
    const row = await teamOf(tx, id);
    await saveInvitation(tx, {
      teamId: id,
      codeHash: idHash(code),
      createdAt: at,
      createdBy: by,
      expiresAt: new Date(at.getTime() + INVITED_MS),
    });
    return { team: await readTeam(tx, row, at), code };
  });
}

/**
 * Adds the key of an invited team; the code works once. A key of RELEASE_KEYS may be another team's, which would lose its
 * packages, so only staff can add it.
 * @throws PanelError TOKEN_WRONG, TEAM_REFUSED
 */
export async function enroll(
  { db, clock, releases }: Deps,
  invitation: InvitationRow,
  publicKey: string,
): Promise<{ team: string; packages: string[]; keyId: string }> {
  const at = clock.now();
  const configured = await releases.keys.configured();
  if (configured.some(({ keyId }) => keyId === keyIdOfText(publicKey)))
    throw refused(
      'This key is in RELEASE_KEYS of the panel. Create another one, or send the public key to the operator, who can add it at /admin/teams.',
    );
  return db.transaction(async (tx) => {
    if (!(await takeInvitation(tx, invitation.codeHash)))
      throw new PanelError('TOKEN_WRONG', {
        reason: 'This invitation was used already. Ask the operator for another.',
      });
    const row = await teamOf(tx, invitation.teamId);
    const keyId = await addTo(tx, row, publicKey, { at, by: `invitation of ${invitation.createdBy}` });
    return { team: row.name, packages: await packagesOfTeam(tx, row.id), keyId };
  });
}

/** Rejects a key from now on. @throws PanelError NOT_FOUND, TEAM_REFUSED */
export async function revoke({ db, clock }: Deps, keyId: string, by: string): Promise<Team> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const key = await findKey(tx, keyId);
    if (!key) throw new PanelError('NOT_FOUND');
    if (!(await revokeKey(tx, keyId, { at, by }))) throw refused(`The key ${keyId} is revoked already.`);
    const row = await teamOf(tx, key.teamId);
    const packages = await packagesOfTeam(tx, row.id);
    await log(tx, { at, by }, 'key', packages, `The key ${keyId} of the team ${row.name} was revoked.`);
    return readTeam(tx, row, at);
  });
}
