import type { Remark } from '../archive/pack-files.ts';

/** Hosted code can cause any number of remarks, so they are limited per folder and in total. */
const OF_A_FOLDER = 20;
const MOST = 1000;
const LONGEST = 300;

/** Hosted code chooses the names, which are shown in a terminal. */
const shown = (name: string): string => name.slice(0, LONGEST).replaceAll(/\p{C}/gu, '?');

export type Remarks = ReturnType<typeof createRemarks>;

/**
 * Collects the remarks on a backup, one line each. They are limited per folder and in total, in memory too, so that one site
 * cannot hide the remarks on others. A last line counts those that were left out.
 */
export function createRemarks() {
  const found = new Map<string, { lines: string[]; more: number }>();
  const below = (folder: string, name: string): string => shown(folder === '' ? name : `${folder}/${name}`);
  return {
    /** Collects remarks on the files of one folder. */
    on:
      (folder: string): Remark =>
      (name, why) => {
        const own = found.get(folder) ?? { lines: [], more: 0 };
        found.set(folder, own);
        if (own.lines.length < OF_A_FOLDER) own.lines.push(`${below(folder, name)}: ${why}`);
        else own.more += 1;
      },
    /** Drops the remarks on a folder that is read again. */
    forget: (folder: string): void => void found.delete(folder),
    all(): string[] {
      const lines = [...found].flatMap(([folder, own]) =>
        own.more === 0 ? own.lines : [...own.lines, `${folder || 'the data folder'}: ${own.more} more`],
      );
      return lines.length <= MOST ? lines : [...lines.slice(0, MOST), `${lines.length - MOST} more`];
    },
  };
}
