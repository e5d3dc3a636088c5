import type { AuditCheck } from '@panel/contract';
import { setImmediate as breathe } from 'node:timers/promises';
import type { AppContext } from '../../context/app-context.ts';
import { DAY_MS } from '../../tasks/define-module.ts';
import * as repo from './audit-chain.repo.ts';
import { chainSeal, lineHash } from './audit-hash.ts';

type Deps = Pick<AppContext, 'db' | 'secrets'>;

/** Lines of one transaction, or one turn of the event loop. */
const AT_ONCE = 200;
const PARTNERS_AT_ONCE = 50;
/** A call may still add how it ended to its line. */
export const SEAL_AFTER_MS = 5_000;

/** Seals the next lines of one partner; returns how many. */
async function sealSome({ db, secrets }: Deps, partnerId: string, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const chain = await repo.lockChain(tx, partnerId, false);
    // An end that was tampered with is not made right by what comes after it.
    if (!chain || (chain.seq > 0 && chain.seal !== chainSeal(secrets, chain))) return 0;
    const lines = await repo.unsealedLines(tx, partnerId, before, AT_ONCE);
    if (lines.length === 0) return 0;
    let { seq, hash } = chain;
    const sealed = lines.map((line) => {
      seq += 1;
      hash = lineHash(line, seq, hash);
      return { id: line.id, seq, hash };
    });
    await repo.sealLines(tx, sealed);
    await repo.saveChain(tx, { partnerId, seq, hash, seal: chainSeal(secrets, { ...chain, seq, hash }) });
    return lines.length;
  });
}

/** Adds the lines from before `before` to the chains of their partners. Another process may do so at the same time. */
export async function sealLines(app: Deps, before: Date, signal?: AbortSignal): Promise<void> {
  for (const partnerId of await repo.partnersToSeal(app.db, before, PARTNERS_AT_ONCE)) {
    while (!signal?.aborted && (await sealSome(app, partnerId, before)) === AT_ONCE) await breathe();
  }
}

/** Checks a partner's chain from its anchor to its end, a part of the lines at a time. */
export async function checkChain({ db, secrets }: Deps, partnerId: string, signal?: AbortSignal): Promise<AuditCheck> {
  const waiting = await repo.countUnsealed(db, partnerId);
  const chain = await repo.findChain(db, partnerId);
  const behind = await repo.firstBehind(db, partnerId, chain?.seq ?? 0);
  let checked = 0;
  const at = (kind: 'changed' | 'missing' | 'end', seq: number): AuditCheck => ({
    checked,
    waiting,
    fault: { kind, seq },
  });
  if (!chain || chain.seq === 0) return behind === null ? { checked, waiting, fault: null } : at('end', behind);
  if (chain.seal !== chainSeal(secrets, chain)) return at('end', chain.seq);
  let [seq, hash] = [chain.anchorSeq, chain.anchorHash];
  while (seq < chain.seq) {
    signal?.throwIfAborted();
    const lines = await repo.chainLines(db, partnerId, seq, chain.seq, AT_ONCE);
    if (lines.length === 0) return at('missing', seq + 1);
    for (const line of lines) {
      if (line.seq !== seq + 1) return at('missing', seq + 1);
      seq += 1;
      hash = lineHash(line, seq, hash);
      if (line.hash !== hash) return at('changed', seq);
      checked += 1;
    }
    await breathe();
  }
  if (hash !== chain.hash) return at('end', chain.seq);
  // Lines may have been sealed since the chain was read; those are behind its end and still as they should be.
  const now = await repo.findChain(db, partnerId);
  return behind === null || (now && behind <= now.seq) ? { checked, waiting, fault: null } : at('end', behind);
}

/** The checks of all partners that have lines, one after the other. */
export async function* checkChains(app: Deps): AsyncGenerator<AuditCheck & { partnerId: string }> {
  for (const partnerId of await repo.partnersWithLines(app.db))
    yield { partnerId, ...(await checkChain(app, partnerId)) };
}

/** Removes lines that are older than their partner wants; the chain goes on from the last one that was removed. */
export async function pruneLines({ db, secrets }: Deps, now: Date): Promise<void> {
  for (const { partnerId } of await repo.chainsToPrune(db)) {
    let removed = AT_ONCE;
    while (removed === AT_ONCE) {
      removed = await db.transaction(async (tx) => {
        const chain = await repo.lockChain(tx, partnerId, true);
        if (!chain || chain.keepDays === null) return 0;
        const lines = await repo.oldLines(tx, chain, new Date(now.getTime() - chain.keepDays * DAY_MS), AT_ONCE);
        const last = lines.at(-1);
        if (!last?.seq || last.hash === null) return 0;
        await repo.removeUpTo(tx, partnerId, last.seq);
        const anchor = { anchorSeq: last.seq, anchorHash: last.hash };
        await repo.saveChain(tx, { partnerId, ...anchor, seal: chainSeal(secrets, { ...chain, ...anchor }) });
        return lines.length;
      });
      await breathe();
    }
  }
}
