import { useMutation } from '@tanstack/react-query';
import { api, ApiError, calls, notify, t } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import { joinPath, nameOfPath, numberedName } from './file.labels.ts';

/**
 * A panel closes before the list is read again: what it is about may have gone with it, and a later close would end the panel
 * that is opened next.
 */
const CHANGED = [calls.file.list.key()];
const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Saves a text over the version that was read. */
export function useSaveFile(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { path: string; text: string; version: string | null }) => api.file.save({ id, ...input }),
    onSuccess: () => {
      said(t('File saved.'));
      return refresh();
    },
  });
}

export function useCreateFile(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { path: string; kind: 'file' | 'folder' }) => api.file.create({ id, ...input }),
    onSuccess: () => void refresh(),
  });
}

/** Renames or moves. */
export function useMoveFile(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { path: string; to: string }) => api.file.move({ id, ...input }),
    onSuccess: () => void refresh(),
  });
}

export function useFileMode(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { path: string; mode: number; reach: 'one' | 'files' | 'folders' | 'all' }) =>
      api.file.mode({ id, ...input }),
    onSuccess: () => void refresh(),
  });
}

const reading = [...CHANGED, calls.file.search.key()];

/** Deletes several, one after the other, and ends with the first that cannot be deleted. */
export function useDeleteFiles(id: string, onDone: () => void) {
  const refresh = useMarkStale(reading);
  return useMutation({
    mutationFn: async (paths: readonly string[]) => {
      for (const path of paths) await api.file.remove({ id, path });
    },
    onSuccess: onDone,
    onSettled: refresh,
  });
}

/** Packs files and folders into a new zip. */
export function useZipFiles(id: string, onDone: () => void) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { paths: string[]; to: string }) => api.file.zip({ id, ...input }),
    onSuccess: ({ skipped }) => {
      said(
        skipped === 0
          ? t('Zip created.')
          : t(
              'Zip created. {count, plural, one {# link or special file was} other {# links and special files were}} left out.',
              {
                count: skipped,
              },
            ),
      );
      onDone();
      void refresh();
    },
  });
}

type Unzip = { path: string; folder: string; taken: 'ask' | 'replace' | 'keep' | 'skip' };
/** Unpacks a zip; the answer says which names are taken, if that is to be asked. */
export function useUnzipFile(id: string, onDone: () => void) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: Unzip) => api.file.unzip({ id, ...input }),
    onSuccess: ({ unpacked, files, skipped }) => {
      if (!unpacked) return undefined;
      said(
        t('{files, plural, one {# file} other {# files}} unpacked, {skipped, number} left out.', { files, skipped }),
      );
      onDone();
      return refresh();
    },
  });
}

type Paste = { paths: readonly string[]; folder: string; kind: 'copy' | 'cut' };
/** Numbers that are tried for a name beside one that is taken. */
const MOST_COPIES = 50;

/** Copies or moves into a folder. Where a name is taken there, both are kept. */
export function usePasteFiles(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: async ({ paths, folder, kind }: Paste) => {
      for (const path of paths) {
        const name = nameOfPath(path);
        if (kind === 'cut' && joinPath(folder, name) === path) continue;
        for (let number = 1; ; number += 1) {
          const to = joinPath(folder, number === 1 ? name : numberedName(name, number));
          try {
            await (kind === 'copy' ? api.file.copy({ id, path, to }) : api.file.move({ id, path, to }));
            break;
          } catch (error) {
            const isTaken = error instanceof ApiError && error.code === 'FILE_EXISTS';
            if (!isTaken || number === MOST_COPIES) throw error;
          }
        }
      }
    },
    onSettled: refresh,
  });
}
