import { APPROVED_ACTIONS, type Approval, type ApprovedAction } from '@panel/contract';
import type { Approver } from '../../db/schema.ts';
import type { UserRow } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { notifyOperators } from '../release/beacon.repo.ts';
import type { ChannelInput } from '../release/channel-actions.ts';
import { logChange } from '../release/channel.repo.ts';
import { changeChannel, type Changed } from '../release/channel.service.ts';
import type { Deps } from '../release/release-deps.ts';
import {
  findApproval,
  findSame,
  insertApproval,
  listTwoPersons,
  listWaiting,
  lockRequests,
  needsTwo,
  saveTwoPersons,
  updateApproval,
  type ApprovalRow,
  type Wanted,
} from './approval.repo.ts';
import type { Author } from './author.ts';

const PERSONS = 2;
const APPROVALS = '/admin/releases?view=approvals';

const refused = (reason: string): PanelError => new PanelError('APPROVAL_REFUSED', { reason });
const isApproved = (action: string): action is ApprovedAction =>
  (APPROVED_ACTIONS as readonly string[]).includes(action);

/** A change in words: `promote mf-orders 2 for all partners`. */
function inWords({ package: name, action, version, percent, partner }: Wanted): string {
  if (action === 'one-person') return `let one person change what ${name} runs`;
  const how = action === 'canary' ? `${percent} % canary of` : action;
  return `${how} ${name} ${version} for ${partner ?? 'all partners'}`;
}

/** Whether a change waits for a second person: where the package asks for it, and a version would run that did not. */
export async function waitsForApproval(
  { db }: Deps,
  { package: name, action, percent }: ChannelInput,
): Promise<boolean> {
  const brings = action === 'canary' ? percent !== 0 : isApproved(action);
  return brings && needsTwo(db, name);
}

/** The requester is the first person; the operator token is nobody in particular. */
const firstOf = ({ by, who }: Author, at: Date): Approver[] => (who ? [{ who, by, at: at.toISOString() }] : []);

/** A waiting request as a sentence. */
function sentenceOf(row: Wanted & Pick<ApprovalRow, 'requestedBy' | 'approvers'>): string {
  const missing = PERSONS - row.approvers.length;
  return `${row.requestedBy} wants to ${inWords(row)}; ${missing === 1 ? 'a second person has to approve it' : 'two persons have to approve it'}.`;
}

/** Stores a request, unless the same one waits already; returns the waiting one as a sentence. */
async function request({ db, clock }: Deps, wanted: Wanted, author: Author): Promise<string> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    await lockRequests(tx, wanted.package);
    const same = await findSame(tx, wanted);
    if (same) return sentenceOf(same);
    const row = { ...wanted, requestedBy: author.by, requestedAt: at, approvers: firstOf(author, at) };
    const detail = sentenceOf(row);
    const id = await insertApproval(tx, row);
    await logChange(
      tx,
      { by: author.by, action: 'approval', package: wanted.package, partnerId: null, partner: wanted.partner, detail },
      at,
    );
    await notifyOperators(tx, detail, `approval:${id}`, {
      type: 'approval_needed',
      link: APPROVALS,
    });
    return detail;
  });
}

/**
 * Checks a change of a rollout, and stores it until two persons have approved it; once, however often it is requested.
 * @throws PanelError as the change itself
 */
export async function requestChange(deps: Deps, input: ChannelInput, author: Author): Promise<Changed> {
  const { version, ...checked } = await changeChannel(deps, { ...input, dryRun: true }, author.by);
  if (!isApproved(input.action)) throw new Error(`${input.action} waits for nobody.`);
  const wanted: Wanted = {
    package: input.package,
    action: input.action,
    version: version ?? null,
    percent: input.action === 'canary' ? (input.percent ?? null) : null,
    partner: input.partner ?? null,
  };
  return { ...checked, effects: [], detail: await request(deps, wanted, author) };
}

/** Applies a request, together with its last approval. Returns what was changed. */
async function apply(deps: Deps, row: ApprovalRow, approvers: Approver[]): Promise<string> {
  const { db, clock } = deps;
  const by = approvers.map((one) => one.by).join(' and ');
  const at = clock.now();
  const close = async (tx: typeof db) => {
    if (!(await updateApproval(tx, row, { approvers, state: 'applied', decidedAt: at })))
      throw new PanelError('CONFLICT');
  };
  const { package: name, action, version, percent, partner } = row;
  if (action === 'one-person') {
    const detail = `${name}: one person can change what it runs from now on.`;
    await db.transaction(async (tx) => {
      await saveTwoPersons(tx, name, false, { at, by });
      await logChange(tx, { by, action: 'approval', package: name, partnerId: null, partner: null, detail }, at);
      await close(tx);
    });
    return detail;
  }
  const input = {
    package: name,
    action,
    ...(version === null ? {} : { version }),
    ...(percent === null ? {} : { percent }),
    ...(partner === null ? {} : { partner }),
  };
  return (await changeChannel(deps, input, by, close)).detail;
}

/** A request that still waits. @throws PanelError NOT_FOUND, APPROVAL_REFUSED */
async function waitingOne({ db }: Deps, id: string): Promise<ApprovalRow> {
  const row = await findApproval(db, id);
  if (!row) throw new PanelError('NOT_FOUND');
  if (row.state !== 'waiting') throw refused(`This was ${row.state} already.`);
  return row;
}

const whoIs = ({ id }: Pick<UserRow, 'id'>): string => `user:${id}`;

/**
 * Approves a request as a person who has not yet; the second approval applies it.
 * @throws PanelError NOT_FOUND, APPROVAL_REFUSED, CONFLICT, and as the change itself
 */
export async function approve(deps: Deps, id: string, user: UserRow): Promise<string> {
  const row = await waitingOne(deps, id);
  const who = whoIs(user);
  if (row.approvers.some((one) => one.who === who))
    throw refused('You have approved this already. Another person has to approve it, too.');
  const approvers = [...row.approvers, { who, by: user.email, at: deps.clock.now().toISOString() }];
  if (approvers.length >= PERSONS) return apply(deps, row, approvers);
  if (!(await updateApproval(deps.db, row, { approvers, state: 'waiting', decidedAt: null })))
    throw new PanelError('CONFLICT');
  return 'Approved. Another person has to approve it, too.';
}

/** Rejects a request; one person is enough. @throws PanelError NOT_FOUND, APPROVAL_REFUSED, CONFLICT */
export async function reject(deps: Deps, id: string, { email: by }: UserRow): Promise<string> {
  const { db, clock } = deps;
  const row = await waitingOne(deps, id);
  const at = clock.now();
  const detail = `${by} rejected the request of ${row.requestedBy} to ${inWords(row)}.`;
  await db.transaction(async (tx) => {
    if (!(await updateApproval(tx, row, { approvers: row.approvers, state: 'rejected', decidedAt: at })))
      throw new PanelError('CONFLICT');
    await logChange(
      tx,
      { by, action: 'approval', package: row.package, partnerId: null, partner: row.partner, detail },
      at,
    );
  });
  return detail;
}

/**
 * Asks for two persons from now on, at once; ending that waits for two persons as well.
 * A package without a release can ask for it, too. @throws PanelError APPROVAL_REFUSED when it would change nothing
 */
export async function setRule(deps: Deps, name: string, twoPersons: boolean, user: UserRow): Promise<string> {
  const { db, clock } = deps;
  if ((await needsTwo(db, name)) === twoPersons)
    throw refused(`${name} ${twoPersons ? 'asks for two persons already' : 'asks for one person only already'}.`);
  if (!twoPersons) {
    const wanted: Wanted = { package: name, action: 'one-person', version: null, percent: null, partner: null };
    return request(deps, wanted, { by: user.email, key: null, who: whoIs(user) });
  }
  const at = clock.now();
  const detail = `${name}: two persons approve what it runs from now on.`;
  await db.transaction(async (tx) => {
    await saveTwoPersons(tx, name, true, { at, by: user.email });
    await logChange(
      tx,
      { by: user.email, action: 'approval', package: name, partnerId: null, partner: null, detail },
      at,
    );
  });
  return detail;
}

/** Requests that wait, as one user sees them, and the packages that ask for two persons. */
export async function listApprovals(
  { db }: Pick<Deps, 'db'>,
  user: UserRow,
): Promise<{ waiting: Approval[]; packages: string[] }> {
  const waiting = (await listWaiting(db)).map(
    ({ id, package: name, action, version, percent, partner, requestedBy, requestedAt, approvers }): Approval => ({
      id,
      package: name,
      action,
      version,
      percent,
      partner,
      requestedBy,
      requestedAt: requestedAt.toISOString(),
      approvers: approvers.map(({ by, at }) => ({ by, at })),
      isMine: approvers.some(({ who }) => who === whoIs(user)),
    }),
  );
  return { waiting, packages: await listTwoPersons(db) };
}
