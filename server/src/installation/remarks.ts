import type { Remark } from './pack-files.ts';

/** Hosted code can cause any number of them. */
const MOST = 1000;
const LONGEST = 300;

/** Names are chosen by hosted code, and shown in a terminal. */
const shown = (name: string): string => name.slice(0, LONGEST).replaceAll(/\p{C}/gu, '?');

export type Remarks = ReturnType<typeof createRemarks>;

/** Remarks on a backup as lines, up to a bound; the last line says how many more there were. */
export function createRemarks() {
  const lines: string[] = [];
  let more = 0;
  const add: Remark = (name, why) => {
    if (lines.length < MOST) lines.push(`${shown(name)}: ${why}`);
    else more += 1;
  };
  return {
    add,
    addAll(folder: string, remarks: readonly Parameters<Remark>[]): void {
      for (const [name, why] of remarks) add(folder === '' ? name : `${folder}/${name}`, why);
    },
    all: (): string[] => (more === 0 ? lines : [...lines, `${more} more`]),
  };
}
