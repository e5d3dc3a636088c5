import { useMutation } from '@tanstack/react-query';
import { api, ApiError, calls, notify, t } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import { useUpload } from '../upload/use-upload.ts';

const CHANGED = [calls.file.list.key()];
const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Saves a text over the version that was read. */
export function useSaveFile(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { path: string; text: string; version: string }) => api.file.save({ id, ...input }),
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
    onSuccess: refresh,
  });
}

/** Renames or moves. */
export function useMoveFile(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { path: string; to: string }) => api.file.move({ id, ...input }),
    onSuccess: refresh,
  });
}

export function useFileMode(id: string) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (input: { path: string; mode: number }) => api.file.mode({ id, ...input }),
    onSuccess: refresh,
  });
}

export function useDeleteFile(id: string, onDone: () => void) {
  const refresh = useMarkStale(CHANGED);
  return useMutation({
    mutationFn: (path: string) => api.file.remove({ id, path }),
    onSuccess: () => {
      onDone();
      return refresh();
    },
  });
}

type Upload = { folder: string; files: readonly File[]; replace: boolean };

/**
 * Uploads files into a folder, one after the other. Returns those whose names are taken there, unless they are to replace
 * what there is; anything else that is refused ends it.
 */
export function useUploadFiles(id: string) {
  const refresh = useMarkStale(CHANGED);
  const upload = useUpload();
  const mutation = useMutation({
    mutationFn: async ({ folder, files, replace }: Upload) => {
      const taken: File[] = [];
      for (const file of files) {
        const form = {
          ...{ id, file, name: encodeURIComponent(file.name) },
          ...(folder !== '' && { folder: encodeURIComponent(folder) }),
          ...(replace && { replace: 'true' as const }),
        };
        await upload
          .run(({ signal, upload: sending }) => api.file.upload(form, { signal, context: { upload: sending } }))
          .catch((error: unknown) => {
            if (replace || !(error instanceof ApiError) || error.code !== 'FILE_EXISTS') throw error;
            taken.push(file);
          });
      }
      return taken;
    },
    onSuccess: (taken, { files }) => {
      const count = files.length - taken.length;
      if (count > 0) said(t('{count, plural, one {# file uploaded.} other {# files uploaded.}}', { count }));
    },
    onSettled: refresh,
  });
  return { ...mutation, percent: upload.percent, cancel: upload.cancel };
}
