import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';

/** Events on the cell of a row's checkbox. */
type RowHandlers = {
  onClickCapture: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

const BOXES = 'tbody .p-cell-check input';
const STEP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Where a page keeps the selected rows, and has keys of its own. */
type Controlled = { chosen: ReadonlySet<string>; onChoose: (chosen: ReadonlySet<string>) => void };

/**
 * The selected rows of a table, by key. A click with Shift selects everything between it and the last one; the arrow keys go to
 * the box of the next row, with Shift they select on the way; Space is the browser's.
 */
export function useSelection(keys: readonly string[], controlled?: Controlled) {
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const { chosen, onChoose } = controlled ?? { chosen: own, onChoose: setOwn };
  const [everything, setEverything] = useState(false);
  const last = useRef<string | null>(null);
  const isShift = useRef(false);
  const set = (next: ReadonlySet<string>) => {
    onChoose(next);
    setEverything(false);
  };
  const toggle = (some: readonly string[], on: boolean) =>
    set(new Set(on ? [...chosen, ...some] : [...chosen].filter((key) => !some.includes(key))));

  /** The box of a row was changed. */
  const pick = (key: string, on: boolean) => {
    const [from, to] = [last.current === null ? -1 : keys.indexOf(last.current), keys.indexOf(key)];
    const isRange = isShift.current && from >= 0;
    toggle(isRange ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key], on);
    last.current = key;
  };
  const handlersOf = (key: string): RowHandlers => ({
    onClickCapture: (event) => {
      isShift.current = event.shiftKey;
    },
    onKeyDown: (event) => {
      const step = STEP[event.key];
      const next = keys[keys.indexOf(key) + (step ?? 0)];
      if (controlled !== undefined || step === undefined || next === undefined) return;
      event.preventDefault();
      const boxes = event.currentTarget.closest('table')?.querySelectorAll<HTMLElement>(BOXES);
      boxes?.[keys.indexOf(next)]?.focus();
      if (event.shiftKey) toggle([key, next], true);
      last.current = next;
    },
  });
  return {
    chosen,
    everything,
    chooseEverything: () => setEverything(true),
    clear: () => set(new Set()),
    toggle,
    pick,
    handlersOf,
  };
}
