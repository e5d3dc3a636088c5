import { useEffect, useRef, useState } from 'react';
import { ApiError, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';
import { isCancelled } from '../upload/use-upload.ts';
import { joinPath, nameOfPath, parentOfPath } from './file.labels.ts';
import { dropUpload, makeFolders, sendFile, type Taken } from './send-file.ts';

/** A file that was chosen, with its path below the folder it goes to. */
export type ChosenFile = { file: File; path: string };

/** `taken`: there is one of its name, and somebody has to say what becomes of it. `paused`: it goes on from where it ended. */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'taken' | 'failed' | 'done';
export type UploadItem = ChosenFile & {
  key: number;
  folder: string;
  state: UploadState;
  percent: number;
  error: string | null;
  taken: Taken;
};

const FINISHED: ReadonlySet<UploadState> = new Set(['done', 'failed']);
/** The folder that a file goes to, and its name there. */
const targetOf = (id: string, { folder, path, file }: UploadItem) => {
  const inside = parentOfPath(path);
  return { id, folder: inside === '' ? folder : joinPath(folder, inside), name: nameOfPath(path), file };
};

/**
 * Uploads files into folders, one after the other. A lost connection pauses what is being sent; it goes on from there when the
 * browser is connected again, or when somebody continues it.
 */
export function useUploads(id: string) {
  const refresh = useMarkStale([calls.file.list.key()]);
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const list = useRef<readonly UploadItem[]>([]);
  const running = useRef<{ key: number; ending: AbortController } | null>(null);
  const made = useRef(new Set<string>());
  const nextKey = useRef(0);

  const store = (next: readonly UploadItem[]): void => {
    list.current = next;
    setItems(next);
  };
  const change = (key: number, to: Partial<UploadItem>): void =>
    store(list.current.map((item) => (item.key === key ? { ...item, ...to } : item)));

  const failed = ({ key }: UploadItem, error: unknown): void => {
    if (isCancelled(error)) return;
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'FILE_EXISTS') change(key, { state: 'taken' });
    else if (code === 'NETWORK' || code === 'TIMEOUT') change(key, { state: 'paused' });
    else change(key, { state: 'failed', error: error instanceof Error ? error.message : String(error) });
  };

  const run = async (): Promise<void> => {
    if (running.current) return;
    const item = list.current.find(({ state }) => state === 'waiting');
    if (!item) return void refresh();
    const ending = new AbortController();
    running.current = { key: item.key, ending };
    change(item.key, { state: 'sending', error: null });
    try {
      const target = targetOf(id, item);
      await makeFolders(id, item.folder, parentOfPath(item.path), made.current);
      const progress = (percent: number) => change(item.key, { percent });
      await sendFile(target, item.taken, { signal: ending.signal, progress });
      change(item.key, { state: 'done', percent: 100 });
    } catch (error) {
      failed(item, error);
    } finally {
      running.current = null;
    }
    await run();
  };
  const again = (keys: readonly number[], to: Partial<UploadItem>): void => {
    store(list.current.map((item) => (keys.includes(item.key) ? { ...item, ...to, state: 'waiting' } : item)));
    void run();
  };
  const keysOf = (state: UploadState): number[] =>
    list.current.filter((item) => item.state === state).map(({ key }) => key);
  const resume = (key?: number): void => again(key === undefined ? keysOf('paused') : [key], {});
  const remove = (keys: readonly number[]): void => store(list.current.filter(({ key }) => !keys.includes(key)));
  const stop = (key: number): void => {
    if (running.current?.key === key) running.current.ending.abort();
  };

  const latest = useRef(resume);
  useEffect(() => {
    latest.current = resume;
  });
  useEffect(() => {
    const online = () => latest.current();
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      running.current?.ending.abort();
    };
  }, []);

  return {
    items,
    /** Whether something would be lost with the page. */
    isActive: items.some(({ state }) => !FINISHED.has(state)),
    isSending: items.some(({ state }) => state === 'sending' || state === 'waiting'),
    add(files: readonly ChosenFile[], folder: string) {
      const added = files.map((file): UploadItem => {
        nextKey.current += 1;
        return {
          ...file,
          ...{ key: nextKey.current, folder, state: 'waiting', percent: 0, error: null, taken: 'ask' },
        };
      });
      // A finished list makes room for the next one.
      const before = list.current.every(({ state }) => state === 'done') ? [] : list.current;
      store([...before, ...added]);
      void run();
    },
    pause(key: number) {
      change(key, { state: 'paused' });
      stop(key);
    },
    resume,
    /** Says what becomes of files whose names are taken. */
    decide: (keys: readonly number[], taken: 'replace' | 'keep' | 'skip') =>
      taken === 'skip' ? remove(keys) : again(keys, { taken }),
    cancel(key: number) {
      const item = list.current.find((one) => one.key === key);
      stop(key);
      remove([key]);
      // What stays of it is removed by a later upload.
      if (item && !FINISHED.has(item.state)) dropUpload(targetOf(id, item)).catch(() => undefined);
    },
    clear: () => remove(list.current.filter(({ state }) => FINISHED.has(state)).map(({ key }) => key)),
  };
}
export type Uploads = ReturnType<typeof useUploads>;
