import { createHash } from 'node:crypto';
import type { auditLog, auditChain } from '../../db/schema.ts';
import type { SecretBox } from '../../security/secret-box.ts';

export type SealedLine = typeof auditLog.$inferSelect;
export type Chain = typeof auditChain.$inferSelect;

/** JSON with the names of objects in order: the database keeps no order of its own. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, ordered(field)]),
  );
}

/** The hash over a line and the one before it. */
export function lineHash(line: Omit<SealedLine, 'seq' | 'hash'>, seq: number, before: string): string {
  const { at, detail, input, before: old, after, ...plain } = line;
  const { seq: _seq, hash: _hash, ...fields } = plain as Partial<SealedLine>;
  const content = ordered({ ...fields, at: at.toISOString(), detail, input, old, after });
  return createHash('sha256')
    .update(`${before}\n${seq}\n${JSON.stringify(content)}`)
    .digest('base64url');
}

/** Keyed, so that whoever can only write to the database cannot make another end of the chain. */
export const chainSeal = (secrets: SecretBox, chain: Omit<Chain, 'seal' | 'keepDays'>): string =>
  secrets
    .digest('audit chain', [chain.partnerId, chain.seq, chain.hash, chain.anchorSeq, chain.anchorHash].join('|'))
    .toString('base64url');
