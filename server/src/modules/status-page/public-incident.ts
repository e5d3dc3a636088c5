import type { StatusIncident, StatusState, StatusUpdate } from '@panel/contract';
import type { IncidentRow, UpdateRow } from './incident.repo.ts';

/** Where an incident or a maintenance is. */
export function stateOf({ step, fromAt, untilAt }: IncidentRow, now: Date): StatusState {
  if (step !== null) return step;
  if (untilAt !== null && untilAt <= now) return 'resolved';
  return fromAt > now ? 'planned' : 'in_progress';
}

/** An incident in the list of staff. */
export const wireIncident =
  (now: Date) =>
  (row: IncidentRow): StatusIncident => ({
    ...{ id: row.id, kind: row.kind, title: row.title, parts: row.parts, impact: row.impact },
    state: stateOf(row, now),
    from: row.fromAt.toISOString(),
    until: row.untilAt?.toISOString() ?? null,
    version: row.version,
    by: row.userName,
    created_at: row.createdAt.toISOString(),
  });

export type MailCounts = { sent: number; failed: number };

/** An update as staff see it, with how far its emails are. */
export const wireUpdate =
  (counts: ReadonlyMap<string, MailCounts>) =>
  ({ id, step, text, createdAt, isMailed, mailedAt, mailStoppedAt }: UpdateRow): StatusUpdate => ({
    ...{ id, step, text },
    at: createdAt.toISOString(),
    mail: isMailed
      ? {
          state: mailedAt ? 'ended' : mailStoppedAt ? 'stopped' : 'sending',
          ...(counts.get(id) ?? { sent: 0, failed: 0 }),
        }
      : null,
  });
