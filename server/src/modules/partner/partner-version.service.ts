import type { PartnerVersion, VersionKind } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import type { PartnerState } from '../../db/schema/partner-version.table.ts';
import { audit } from '../../context/audit.repo.ts';
import { signedIn, type CallContext, type PartnerRow, type UserRow } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { paged } from '../../kernel/paged.ts';
import { changesBetween, columnsOf, stateOf } from './partner-state.ts';
import {
  applyToPartner,
  findPartner,
  findVersion,
  insertVersion,
  listVersions,
  lockPartner,
  newestVersion,
  type VersionRow,
} from './partner-version.repo.ts';

/** How many names of changed attributes and texts the audit log has, and how much of each. */
const AUDITED_NAMES = 50;
const AUDITED_CHARACTERS = 100;

/** A user's name as others see it in the history. */
const nameOf = ({ firstname, lastname, email }: UserRow): string => {
  const name = `${firstname} ${lastname}`.trim();
  return name ? `${name} (${email})` : email;
};

type Change = {
  kind: VersionKind;
  /** The version that the change was made from. */
  base: number;
  note?: string;
  restoredFrom?: number;
  /** Computes the new state from the current one; runs in the transaction that saves it. */
  next: (state: PartnerState, row: PartnerRow, tx: Database) => PartnerState | Promise<PartnerState>;
};

/**
 * Saves a change as a version and makes it live, in all processes. An unchanged state saves nothing, so that a
 * repeated request does no harm.
 * @throws PanelError CONFLICT with the name of the user who saved first
 */
export async function saveVersion(
  context: CallContext,
  { kind, base, note = '', restoredFrom, next }: Change,
): Promise<void> {
  const { app, partner, request } = context;
  const user = signedIn(context);
  const now = app.clock.now();
  const saved = await app.db.transaction(async (tx) => {
    const row = await lockPartner(tx, partner.id);
    if (!row) throw new PanelError('NOT_FOUND');
    const before = stateOf(row, kind);
    const state = await next(before, row, tx);
    const changes = changesBetween(before, state, kind);
    if (changes.length === 0) return false;
    const which = { partnerId: partner.id, kind };
    const newest = await newestVersion(tx, which);
    if ((newest?.version ?? 0) !== base)
      throw new PanelError('CONFLICT', newest?.userName ? { by: ` by ${newest.userName}` } : {});
    if (!newest)
      await insertVersion(tx, { ...which, version: 0, state: before, changes: [], createdAt: row.createdAt });
    await insertVersion(tx, {
      ...which,
      version: base + 1,
      state,
      changes,
      note,
      restoredFrom: restoredFrom ?? null,
      userId: user.id,
      userName: nameOf(user),
      createdAt: now,
    });
    await applyToPartner(tx, partner.id, columnsOf(row, kind, state), now);
    await audit(
      tx,
      `partner.${kind}`,
      { partnerId: partner.id, userId: user.id, request },
      {
        version: base + 1,
        changed: changes.slice(0, AUDITED_NAMES).map(({ name }) => name.slice(0, AUDITED_CHARACTERS)),
        ...(restoredFrom === undefined ? {} : { restoredFrom }),
      },
    );
    return true;
  });
  if (saved) await app.partners.changed(partner.id);
}

/**
 * Restores a version, as a new one.
 * @throws PanelError NOT_FOUND, CONFLICT
 */
export async function restoreVersion(
  context: CallContext,
  kind: VersionKind,
  base: number,
  version: number,
): Promise<void> {
  await saveVersion(context, {
    kind,
    base,
    restoredFrom: version,
    async next(state, row, tx) {
      const found = await findVersion(tx, { partnerId: row.id, kind }, version);
      if (found) return found.state;
      // Before the first change, version 0 is the live one.
      if (version === 0) return state;
      throw new PanelError('NOT_FOUND');
    },
  });
}

export type Live = { row: PartnerRow; version: number; changed_by: string | null; changed_at: string | null };

/** This host's partner as stored in the database, with its live version. */
export async function readLive({ app, partner }: CallContext, kind: VersionKind): Promise<Live> {
  const row = await findPartner(app.db, partner.id);
  if (!row) throw new PanelError('NOT_FOUND');
  const newest = await newestVersion(app.db, { partnerId: partner.id, kind });
  return {
    row,
    version: newest?.version ?? 0,
    changed_by: newest?.userName ?? null,
    changed_at: newest ? newest.createdAt.toISOString() : null,
  };
}

const publicVersion = ({ version, createdAt, userName, note, restoredFrom, changes }: VersionRow): PartnerVersion => ({
  version,
  at: createdAt.toISOString(),
  by: userName,
  note,
  restored_from: restoredFrom,
  changes,
});

/** Saved versions of the brand or the switches, the newest first. */
export const pageOfVersions = (
  { app, partner }: CallContext,
  { kind, ...input }: { kind: VersionKind; pageIndex: number; pageSize: number },
) => paged(input, (slice) => listVersions(app.db, { partnerId: partner.id, kind }, slice), publicVersion);
