import type { KeyboardEvent } from 'react';
import type { FileItem } from '@panel/core';

export const keyOfFile = ({ name, exact }: FileItem): string => `${exact} ${name}`;

type Given = {
  rows: readonly FileItem[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  /** Of the selected entries or, when there are none, of the one with the focus. */
  onRename: (item: FileItem) => void;
  onDelete: (items: readonly FileItem[]) => void;
  onTake: (items: readonly FileItem[], kind: 'copy' | 'cut') => void;
  onPaste: () => void;
  onUp: () => void;
};

const isText = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.matches('textarea, select, [contenteditable], input:not([type=checkbox])');

/** What the focus goes to in a row: its name, or its box where it cannot be opened. */
const focusRow = (row: Element | undefined): void =>
  row?.querySelector<HTMLElement>('.p-cell-first button, .p-cell-check input')?.focus();

/**
 * Keys of the list: arrows move, with Shift they select; Ctrl+A, C, X, V, F2 and Delete do what they do in other file managers.
 * Keys of fields, menus and dialogs stay theirs.
 */
export function useFileKeys(given: Given): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, chosen, onChoose } = given;
  return (event) => {
    const { target, currentTarget, key } = event;
    if (!(target instanceof Element) || !currentTarget.contains(target) || isText(target)) return;
    if (target.closest('dialog, [role=menu]')) return;
    const lines = [...currentTarget.querySelectorAll('tbody > tr')];
    const at = lines.findIndex((line) => line.contains(target));
    const focused = rows[at];
    const selected = rows.filter((row) => chosen.has(keyOfFile(row)));
    const meant = selected.length > 0 ? selected : focused ? [focused] : [];
    const named = meant.filter(({ exact }) => exact);
    const handled = (work: () => void) => {
      event.preventDefault();
      work();
    };
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      const letter = key.toLowerCase();
      if (letter === 'a') return handled(() => onChoose(new Set(rows.map(keyOfFile))));
      // Of a text that somebody has marked, that is copied.
      if (letter === 'c' && String(getSelection()) !== '') return;
      if ((letter === 'c' || letter === 'x') && named.length > 0)
        return handled(() => given.onTake(named, letter === 'c' ? 'copy' : 'cut'));
      if (letter === 'v') return handled(given.onPaste);
      return;
    }
    if (key === 'F2' && focused?.exact) return handled(() => given.onRename(focused));
    if (key === 'Delete' && named.length > 0) return handled(() => given.onDelete(named));
    if (key === 'Backspace') return handled(given.onUp);
    if (key === 'Escape' && chosen.size > 0) return handled(() => onChoose(new Set()));
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    const next = at + (key === 'ArrowDown' ? 1 : -1);
    const row = rows[next];
    if (!row) return;
    handled(() => {
      focusRow(lines[next]);
      if (event.shiftKey) onChoose(new Set([...chosen, ...(focused ? [keyOfFile(focused)] : []), keyOfFile(row)]));
    });
  };
}
