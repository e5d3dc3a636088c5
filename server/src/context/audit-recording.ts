import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { withCommitHook } from '../db/commit-hook.ts';
import { lookAt, type AuditObject, type Looked } from './audit-object.repo.ts';
import { amendLine, insertLines, markFailed, type AuditLine } from './audit-line.repo.ts';

/** Who makes a call that changes something, from where, and what it is about. */
export type AuditFacts = Pick<
  AuditLine,
  'userId' | 'userEmail' | 'actorId' | 'actorEmail' | 'apiTokenId' | 'ip' | 'userAgent' | 'requestId' | 'input'
> & { partnerId: string; call: string; customerId: string | null; object: AuditObject | null };

/** The lines of one call. */
export type Recording = { add(db: Database, line: AuditLine): Promise<void> };

const current = new AsyncLocalStorage<Recording & { readonly isOpen: boolean }>();

/** The recording that the caller runs in; undefined outside of calls, and after their end. */
export const recordingOf = (): Recording | undefined => {
  const recording = current.getStore();
  return recording?.isOpen ? recording : undefined;
};

/**
 * The recorded line of a call is written in the first transaction that commits in it, so that neither exists without the
 * other. Lines that a module writes itself (`audit`) take its place.
 */
function createRecording(db: Database, { object, call, customerId, ...facts }: AuditFacts, before: Looked | null) {
  /** Of each open transaction, and of the call outside of them. */
  const waiting = new Map<Database, AuditLine[]>();
  const later: AuditLine[] = [];
  const written = new Map<string, Database>();
  /** The line of the call itself, without a name by a module. */
  let own: string | null = null;
  let isOpen = true;

  const complete = (line: AuditLine): AuditLine => ({
    ...facts,
    call,
    customerId: customerId ?? before?.customerId ?? null,
    objectKind: object?.kind,
    objectId: object?.id,
    before: before?.values,
    ...line,
    userId: line.userId ?? facts.userId,
    id: randomUUID(),
  });
  async function write(on: Database, lines: readonly AuditLine[]): Promise<string[]> {
    const full = lines.map(complete);
    await insertLines(on, full, before && object);
    const ids = full.flatMap(({ id }) => id ?? []);
    for (const id of ids) written.set(id, on);
    return ids;
  }

  return {
    get isOpen() {
      return isOpen;
    },
    async add(on: Database, line: AuditLine): Promise<void> {
      const lines = on === db ? later : waiting.get(on);
      if (lines) lines.push(line);
      // A savepoint may be undone, with the line: the call has one of its own.
      else await insertLines(on, [complete(line)], before && object);
    },
    // What a call leaves running after its answer is not the call.
    opened: (tx: Database): void => void (isOpen && waiting.set(tx, [])),
    async beforeCommit(tx: Database): Promise<void> {
      if (!isOpen) return;
      const lines = waiting.get(tx) ?? [];
      waiting.delete(tx);
      if (lines.length > 0) await write(tx, lines);
      else if (written.size === 0 && later.length === 0) [own = null] = await write(tx, [{ action: call }]);
    },
    undone(tx: Database): void {
      waiting.delete(tx);
      for (const [id, on] of written) if (on === tx) written.delete(id);
      if (own !== null && !written.has(own)) own = null;
    },
    /** What was not part of a transaction, and the call's outcome. */
    async end(outcome: string | null, answer: unknown): Promise<void> {
      isOpen = false;
      const [first, ...others] = later;
      const isNamed = first && own && (await amendLine(db, own, { action: first.action, detail: first.detail }));
      const rest = isNamed ? others : later;
      if (rest.length > 0) await write(db, rest);
      if (outcome !== null) {
        if (written.size > 0) await markFailed(db, [...written.keys()], outcome);
        return;
      }
      if (written.size > 0) return;
      const made = object ? undefined : idIn(answer);
      await write(db, [{ action: call, ...(made && { objectKind: call.split('.')[0], objectId: made }) }]);
    },
  };
}

/** The id of what a call has made, from its answer. */
function idIn(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { id, site_id, data } = answer as Record<string, unknown>;
  const found = id ?? site_id ?? (typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : undefined);
  return typeof found === 'string' ? found.slice(0, 64) : undefined;
}

type Ended = { body: unknown; error?: { code: string } };

/**
 * Runs a call that changes something, and records it. A call that changed something is only answered when its line is
 * written: in the transaction of the change, or right after a change that needs none.
 */
export async function recordCall<T extends Ended>(db: Database, facts: AuditFacts, work: () => Promise<T>): Promise<T> {
  const before = facts.object && (await lookAt(db, facts.object, facts.partnerId));
  const recording = createRecording(db, facts, before);
  const answer = await current.run(recording, () => withCommitHook(recording, work));
  await recording.end(answer.error?.code ?? null, answer.body);
  return answer;
}
