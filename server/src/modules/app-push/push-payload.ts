import { list } from '@panel/contract';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import type { PushedBranch } from '../app-preview/preview-push.ts';

/** The largest body of a webhook, and what it may become: a push of some hundred commits. */
export const PAYLOAD_BYTES = 1024 * 1024;
const BOUNDS = { bytes: PAYLOAD_BYTES, depth: 16, elements: 50_000 };

const Commit = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
const Name = v.pipe(v.string(), v.maxLength(300), v.regex(/^\P{Cc}+$/u));
const optional = <S extends v.GenericSchema>(schema: S) => v.optional(v.nullable(schema));
/** GitHub, GitLab, Gitea and Forgejo name the ref; Bitbucket lists what has changed. Other events have neither. */
const Payload = v.object({
  ref: v.optional(Name),
  after: optional(Commit),
  push: v.optional(
    v.object({
      changes: list(
        v.object({
          new: optional(v.object({ type: Name, name: Name, target: optional(v.object({ hash: Commit })) })),
          old: optional(v.object({ type: Name, name: Name })),
        }),
        { max: 100 },
      ),
    }),
  ),
});

/** Branches that have a new commit or are gone; empty for every other event. */
export type Pushed = readonly PushedBranch[];

const HEADS = 'refs/heads/';
const isDeletion = (commit: string): boolean => /^0+$/.test(commit);

/** GitHub sends JSON as a field of a form unless its owner chose otherwise. */
const jsonOf = (body: Buffer, type: string): string | Buffer =>
  /^application\/x-www-form-urlencoded\b/i.test(type)
    ? (new URLSearchParams(body.toString('utf8')).get('payload') ?? '')
    : body;

/** What the body of a webhook says of a push; null for one that cannot be read. */
export function readPush(body: Buffer, type: string): Pushed | null {
  const payload = parseJson(Payload, jsonOf(body, type), BOUNDS);
  if (payload === null) return null;
  const { ref, after, push } = payload;
  if (push) {
    return push.changes.flatMap(({ new: to, old }): PushedBranch[] => {
      if (to?.type === 'branch') return [{ branch: to.name, commit: to.target?.hash ?? null }];
      return !to && old?.type === 'branch' ? [{ branch: old.name, commit: null, isDeleted: true }] : [];
    });
  }
  if (!ref?.startsWith(HEADS) || !after) return [];
  const branch = ref.slice(HEADS.length);
  return [isDeletion(after) ? { branch, commit: null, isDeleted: true } : { branch, commit: after }];
}
