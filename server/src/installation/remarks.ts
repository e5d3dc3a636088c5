import type { Remark } from './pack-files.ts';

/** Hosted code can cause any number of them: so many are shown of one folder, and of all. */
const OF_A_FOLDER = 20;
const MOST = 1000;
const LONGEST = 300;

/** Names are chosen by hosted code, and shown in a terminal. */
const shown = (name: string): string => name.slice(0, LONGEST).replaceAll(/\p{C}/gu, '?');

export type Remarks = ReturnType<typeof createRemarks>;

/**
 * Remarks on a backup as lines. Of one folder and of all there are no more than a bound, in memory too, so that those of one
 * site do not hide those of others; a line says how many more there were.
 */
export function createRemarks() {
  const found = new Map<string, { lines: string[]; more: number }>();
  const below = (folder: string, name: string): string => shown(folder === '' ? name : `${folder}/${name}`);
  return {
    /** What is told of the files of one folder. */
    on:
      (folder: string): Remark =>
      (name, why) => {
        const own = found.get(folder) ?? { lines: [], more: 0 };
        found.set(folder, own);
        if (own.lines.length < OF_A_FOLDER) own.lines.push(`${below(folder, name)}: ${why}`);
        else own.more += 1;
      },
    /** What was told of a folder that is read again. */
    forget: (folder: string): void => void found.delete(folder),
    all(): string[] {
      const lines = [...found].flatMap(([folder, own]) =>
        own.more === 0 ? own.lines : [...own.lines, `${folder || 'the data folder'}: ${own.more} more`],
      );
      return lines.length <= MOST ? lines : [...lines.slice(0, MOST), `${lines.length - MOST} more`];
    },
  };
}
