import { contract, type AuditBy, type AuditLine } from '@panel/contract';
import { deviceOf } from '../../lib/device.ts';
import type { ListedLine } from './audit-list.repo.ts';

/** What calls do, by their name. */
const SUMMARIES: ReadonlyMap<string, string> = new Map(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, one]): [string, string] => [
      `${group}.${name}`,
      one['~orpc'].route.summary ?? '',
    ]),
  ),
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
const maybe = (value: unknown): string | null => (value === null || value === undefined ? null : textOf(value));

function whoseDoing({ actorId, apiTokenId, role, userId, customerId }: ListedLine): AuditBy | null {
  if (actorId && actorId !== userId) return 'behalf';
  if (apiTokenId) return 'token';
  if (actorId) return 'member';
  if (userId === null) return null;
  // Of somebody who is gone nothing but the account tells what they were.
  const isCustomer = role ? role === 'customer' || role === 'member' : userId === customerId;
  return isCustomer ? 'customer' : 'staff';
}

const detailsOf = ({ detail, input }: ListedLine) =>
  Object.entries({ ...input, ...detail }).map(([name, value]) => ({ name, value: textOf(value) }));

/** The fields of the object that are not what they were. */
function changesOf({ before, after }: ListedLine): AuditLine['changes'] {
  if (!before) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after ?? {})])].sort();
  return names
    .map((field) => ({ field, before: maybe(before[field]), after: maybe(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}

/** A line as staff see it. */
export function wireLine(row: ListedLine): AuditLine {
  return {
    id: row.id,
    created_at: row.at.toISOString(),
    action: row.action,
    call: row.call,
    summary: (row.call && SUMMARIES.get(row.call)) || null,
    object: row.objectKind && row.objectId ? { kind: row.objectKind, id: row.objectId } : null,
    user: row.userId || row.userEmail ? { id: row.userId ?? '', email: row.userEmail ?? row.email } : null,
    actor: row.actorId && row.actorId !== row.userId ? { id: row.actorId, email: row.actorEmail } : null,
    by: whoseDoing(row),
    ip: row.ip,
    ...deviceOf(row.userAgent),
    request_id: row.requestId,
    outcome: row.outcome,
    details: detailsOf(row),
    changes: changesOf(row),
    seq: row.seq,
  };
}

/** As the customer sees it: of what staff did, that they did it, and not what they noted or where they were. */
export function ownLine(row: ListedLine): AuditLine {
  const line = wireLine(row);
  if (line.by === 'staff') return { ...line, ...HIDDEN, user: null };
  return line.by === 'behalf' ? { ...line, ip: null, browser: null, system: null } : line;
}

const HIDDEN = { ip: null, browser: null, system: null, request_id: null, details: [], changes: [], outcome: null };
