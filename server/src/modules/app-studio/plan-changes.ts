import { createHash } from 'node:crypto';
import type { StudioChange } from '@panel/contract';
import type { CodeEntry, CodeWrite } from '../../hosting/driver.ts';
import { PanelError } from '../../kernel/errors.ts';

const FILE = '100644';
const isFile = ({ mode }: Pick<CodeEntry, 'mode'>): boolean => mode.startsWith('100');

/** How a path is compared by systems that ignore case and the composition of letters. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase();
const foldersOf = (path: string): string[] => {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
};

/** The name of a content in Git. */
const blobId = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');

type Content = { mode: string; id: string; bytes?: Uint8Array };

/** Refuses new paths that are also a folder, or that differ from another one only in case. @throws PanelError STUDIO_PATH_TAKEN */
function refuseCollisions(files: ReadonlyMap<string, Content>, added: readonly string[]): void {
  if (added.length === 0) return;
  // What each folded path is: the names that lead to it, and whether as file or as folder.
  const names = new Map<string, string>();
  const clash = new Set<string>();
  const note = (name: string, kind: 'file' | 'folder') => {
    const key = folded(name);
    const said = `${kind} ${name}`;
    const before = names.get(key);
    if (before === undefined) names.set(key, said);
    else if (before !== said) clash.add(key);
  };
  for (const path of files.keys()) {
    note(path, 'file');
    for (const folder of foldersOf(path)) note(folder, 'folder');
  }
  // Collisions that are there already stay as they are.
  const refused = added.find((path) => [path, ...foldersOf(path)].some((name) => clash.has(folded(name))));
  if (refused !== undefined) throw new PanelError('STUDIO_PATH_TAKEN', { path: refused });
}

/**
 * What a commit of these changes writes. Nothing of the repository is trusted: its paths are compared and never used.
 * @throws PanelError NOT_FOUND, STUDIO_PATH_TAKEN, STUDIO_NOT_A_FILE, STUDIO_NOTHING
 */
export function planChanges(entries: readonly CodeEntry[], changes: readonly StudioChange[]): CodeWrite[] {
  const before = new Map<string, CodeEntry>(entries.map((entry) => [entry.path, entry]));
  const files = new Map<string, Content>(before);
  for (const change of changes) {
    const { path } = change;
    const now = files.get(path);
    if (change.action === 'put') {
      if (now && !isFile(now)) throw new PanelError('STUDIO_NOT_A_FILE', { path });
      const bytes = Buffer.from(change.text);
      files.set(path, { mode: now?.mode ?? FILE, id: blobId(bytes), bytes });
      continue;
    }
    if (!now) throw new PanelError('NOT_FOUND');
    // A submodule is a commit of another repository.
    if (!isFile(now) && now.mode !== '120000') throw new PanelError('STUDIO_NOT_A_FILE', { path });
    files.delete(path);
    if (change.action === 'remove') continue;
    if (files.has(change.to)) throw new PanelError('STUDIO_PATH_TAKEN', { path: change.to });
    files.set(change.to, now);
  }
  refuseCollisions(
    files,
    [...files.keys()].filter((path) => !before.has(path)),
  );
  const removed = [...before.values()].filter(({ path }) => !files.has(path));
  const written = [...files].filter(([path, { id, mode }]) => {
    const was = before.get(path);
    return was?.id !== id || was.mode !== mode;
  });
  if (removed.length + written.length === 0) throw new PanelError('STUDIO_NOTHING');
  return [
    ...removed.map(({ path, mode }): CodeWrite => ({ path, mode, content: null })),
    ...written.map(([path, { mode, id, bytes }]): CodeWrite => ({
      ...{ path, mode },
      content: bytes === undefined ? { id } : { bytes },
    })),
  ];
}
