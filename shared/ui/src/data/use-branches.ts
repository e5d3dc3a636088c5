import { useState } from 'react';
import { t } from '@panel/core';

/** Rows that are under another, e.g. the staging environment of a site. */
export type Branches<T> = {
  /** The key of the row that this one is under, which comes before it; null for none. */
  parentOf: (row: T) => string | null;
  /** A row that is there only for those under it, and is not selected with them. */
  isContext?: (row: T) => boolean;
  /** Names the rows under a row, for the button that hides them. */
  label: (row: T) => string;
};

/** Where a row is: `inside` another, or with rows of its own that are hidden unless `isOpen`. */
export type Branch = { inside: string | null; toggle: { isOpen: boolean; label: string; onToggle: () => void } | null };

/**
 * The rows of a table that are shown, and their place. A table with roles of its own stays one: rows are hidden by a button, as
 * in a disclosure, so that its cells are read and reached as in every other table.
 */
export function useBranches<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  nameOf: (row: T) => string,
  branches: Branches<T> | undefined,
) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  if (!branches) return { shown: rows, selectable: rows, isContext: () => false, branchOf: () => null };
  const { parentOf, isContext = () => false, label } = branches;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const parents = new Set(rows.map(parentOf));
  const onToggle = (key: string) => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  };
  const shown = rows.filter((row) => !closed.has(parentOf(row) ?? ''));
  return {
    shown,
    selectable: shown.filter((row) => !isContext(row)),
    isContext,
    branchOf: (row: T): Branch | null => {
      const key = keyOf(row);
      const parent = byKey.get(parentOf(row) ?? '');
      if (parent) return { inside: t('Belongs to {row}', { row: nameOf(parent) }), toggle: null };
      if (!parents.has(key)) return null;
      return { inside: null, toggle: { isOpen: !closed.has(key), label: label(row), onToggle: () => onToggle(key) } };
    },
  };
}
