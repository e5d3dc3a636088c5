import { useState } from 'react';
import { useSearchParams } from '@panel/core/router';
import type { BulkAction } from '@panel/core';
import type { BulkAction as BarAction } from '@panel/ui/data';
import { BULK_LABELS, type BulkChange } from '@panel/resources/bulk';

/** What was chosen in a list: the change without its details, how many it is about, and their names as far as the page has them. */
export type BulkDraft = Pick<BulkChange, 'subject' | 'selection'> & {
  action: BulkAction;
  count: number;
  names: readonly string[];
  clear: () => void;
};
/** What can be done from a list. */
export type BulkKey<Subject> = Extract<BulkChange, { subject: Subject }>['action'] | 'license';
type Chosen = Pick<BulkDraft, 'count' | 'names' | 'clear'> & {
  selection: BulkChange['selection'];
  /** Without those that come with another one when that is moved or deleted, or gets a plan. */
  alone?: Pick<BulkDraft, 'count' | 'names'>;
};

const LOOKS = {
  move: { icon: 'user' },
  tag: {},
  untag: {},
  deploy: { icon: 'refresh' },
  license: { icon: 'arrow-up' },
  delete: { icon: 'trash', danger: true },
} as const satisfies Record<BulkAction, Pick<BarAction, 'icon' | 'danger'>>;

const CALLS = {
  site: { license: 'bulk.siteLicenses', other: 'bulk.sites' },
  app: { license: 'bulk.appLicenses', other: 'bulk.apps' },
} as const;
/** A staging environment follows its live site in these. */
const FOLLOWED: readonly BulkAction[] = ['move', 'delete', 'license'];

/**
 * Changes of many from a list: its actions, the change that is being asked about, and the last one that was started, whose id is
 * in the address, so that a reload and a link show it again.
 */
export function useBulk<Subject extends BulkChange['subject']>(subject: Subject, keys: readonly BulkKey<Subject>[]) {
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useState<BulkDraft | null>(null);
  const set = (id: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('bulk');
        if (id !== null) after.set('bulk', id);
        return after;
      },
      { preventScrollReset: true, replace: true },
    );
  return {
    draft,
    /** The change that was started last. */
    id: search.get('bulk'),
    actionsOn: ({ alone, ...chosen }: Chosen): BarAction[] =>
      keys.map((key: BulkAction) => ({
        ...LOOKS[key],
        key,
        label: BULK_LABELS[key],
        call: CALLS[subject][key === 'license' ? 'license' : 'other'],
        onSelect: () => setDraft({ subject, action: key, ...chosen, ...(FOLLOWED.includes(key) ? alone : undefined) }),
      })),
    started: (id: string) => {
      draft?.clear();
      setDraft(null);
      set(id);
    },
    cancel: () => setDraft(null),
    close: () => set(null),
  };
}
