import { lstat, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Leftover } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { found } from '../../context/scope.ts';
import { workloadOf } from '../../hosting/index.ts';
import { fenceOf, isLeaving } from '../../hosting/leaving.ts';
import { removeTree } from '../../hosting/local/remove-tree.ts';
import { itemsOf } from '../../machine/move/trees.ts';
import { findNode } from '../../machine/node.repo.ts';
import { placesOf } from './recovery.repo.ts';

type Left = { id: string; name: string; fqdn: string | null; folder: string; changedAt: Date };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Folders of workloads that are elsewhere by now, and of which this machine has an older state: it was lost, and they were restored. What
 * a move has left is deleted by itself.
 */
async function leftHere({ config: { dataDir }, db, machine }: AppContext): Promise<Left[]> {
  const root = path.join(dataDir, 'sites');
  const names = (await readdir(root).catch(() => [])).filter((name) => UUID.test(workloadOf(name)));
  const rows = await placesOf(db, [...new Set(names.map(workloadOf))]);
  const left: Left[] = [];
  for (const name of names.toSorted()) {
    const row = rows.get(workloadOf(name));
    if (!row || machine.isHere(row.nodeId) || (await isLeaving(dataDir, row.id))) continue;
    const folder = path.join(root, name);
    if ((await fenceOf(folder)) >= row.moves) continue;
    const facts = await lstat(folder).catch(() => null);
    if (facts) left.push({ id: row.id, name, fqdn: row.fqdn, folder, changedAt: facts.mtime });
  }
  return left;
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { size } of itemsOf(folder)) bytes += size;
  return bytes;
}

/** @throws ElsewhereError on another machine; PanelError NOT_FOUND */
export async function listLeftovers(app: AppContext, nodeId: string, slice: { limit: number; offset: number }) {
  found(await findNode(app.db, nodeId));
  app.machine.needHere(nodeId);
  const all = await leftHere(app);
  const shown = all.slice(slice.offset, slice.offset + slice.limit);
  const rows = await Promise.all(
    shown.map(async (each) => ({ ...each, bytes: await sizeOf(each.folder).catch(() => 0) })),
  );
  return { rows, total: all.length };
}

export const publicLeftover = ({ name, fqdn, bytes, changedAt }: Left & { bytes: number }): Leftover => ({
  ...{ id: name, fqdn, bytes, changedAt: changedAt.toISOString() },
});

/** Deletes them; returns how many there were. @throws ElsewhereError on another machine; PanelError NOT_FOUND */
export async function removeLeftovers(app: AppContext, nodeId: string): Promise<number> {
  found(await findNode(app.db, nodeId));
  app.machine.needHere(nodeId);
  const all = await leftHere(app);
  for (const { name, folder } of all) {
    await app.machine.own.stop(name);
    const trash = path.join(path.dirname(folder), `.trash-left-${name}`);
    await rename(folder, trash);
    await removeTree(trash);
  }
  return all.length;
}
