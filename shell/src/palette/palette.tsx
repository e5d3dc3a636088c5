import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { preload, usePartner, useRegistry, useViewer, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { sectionOn } from '@panel/contract/sections';
import { Icon, useScheme } from '@panel/ui';
import { FrameIcon } from '../chrome/frame-icon.tsx';
import { Sheet } from '../chrome/sheet.tsx';
import { manifestsOf } from '../menus/manifests.ts';
import { byFit, GROUP_LABELS, matchEntries, pageEntries, schemeEntries, type PaletteEntry } from './palette-entries.ts';
import { recentOf } from './recent.ts';
import { useFound } from './use-found.ts';
import {
  appEntry,
  customerEntry,
  mayOpen,
  recentEntries,
  recentPath,
  siteEntry,
  taskEntries,
} from './workload-entries.ts';
import './palette.css';

const MOST_PAGES = 8;
const MOST_ACTIONS = 12;

export { followRecent } from './recent.ts';

/** The groups of what matches the input, the best first; before any input, what was opened last. */
function useGroups(typed: string) {
  const registry = useRegistry();
  const partner = usePartner();
  const viewer = useViewer();
  const about = useMemo(() => ({ manifests: manifestsOf(registry), partner, viewer }), [registry, partner, viewer]);
  const { setChoice } = useScheme();
  const searched = useMemo(
    () => ({
      sites: sectionOn(partner, 'sites'),
      apps: mayOpen(about, '/apps'),
      customers: mayOpen(about, '/customers'),
    }),
    [about, partner],
  );
  const { sites, apps, customers, searching, failed } = useFound(typed, searched);
  const groups = useMemo(() => {
    const hasInput = typed.trim() !== '';
    const recent = recentOf(viewer?.id).filter((one) => mayOpen(about, recentPath(one)));
    // Before any input only pages and general actions: those of each site would hide them.
    const tasks = hasInput ? recent.flatMap((one) => taskEntries(about, one)) : [];
    const own = matchEntries([...pageEntries(about), ...schemeEntries(setChoice), ...tasks], typed);
    const pages = own.filter(({ group }) => group === 'pages').slice(0, MOST_PAGES);
    const actions = own.filter(({ group }) => group === 'actions').slice(0, MOST_ACTIONS);
    // While an answer is awaited, what the earlier input found is left out if it does not fit.
    const found = [
      sites.flatMap((site) => siteEntry(about, site) ?? []),
      apps.flatMap((app) => appEntry(about, app) ?? []),
      customers.flatMap((customer) => customerEntry(about, customer) ?? []),
    ].map((entries) => matchEntries(entries, typed));
    return hasInput ? byFit([...found, pages, actions], typed) : [recentEntries(recent), pages, actions];
  }, [about, typed, setChoice, sites, apps, customers, viewer?.id]);
  return { groups, searching, failed };
}

type GroupProps = {
  entries: readonly PaletteEntry[];
  chosen: PaletteEntry | undefined;
  idOf: (entry: PaletteEntry) => string;
  onOpen: (entry: PaletteEntry) => void;
  onPoint: (entry: PaletteEntry) => void;
};

function Group({ entries, chosen, idOf, onOpen, onPoint }: GroupProps) {
  const label = entries[0] && GROUP_LABELS[entries[0].group];
  return (
    <div role="group" aria-label={label}>
      <p className="f-palette-group" aria-hidden="true">
        {label}
      </p>
      {entries.map((entry) => (
        // The keyboard works on the input, which names the selected option (ARIA combobox).
        <div
          key={entry.key}
          id={idOf(entry)}
          role="option"
          aria-selected={entry === chosen}
          className="p-menu-item"
          onClick={() => onOpen(entry)}
          onMouseMove={() => entry !== chosen && onPoint(entry)}
        >
          <Icon name={entry.icon} size={16} />
          <span className="p-menu-label">{entry.label}</span>
          <small className="f-palette-hint">{entry.hint}</small>
        </div>
      ))}
    </div>
  );
}

/** `typedBefore`: input from before this code had loaded. */
type Props = { typedBefore: RefObject<string>; onClose: () => void };

/** Opens any page or site by name: type, arrows, Enter. */
export function Palette({ typedBefore, onClose }: Props) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => typedBefore.current);
  const [index, setIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { groups, searching, failed } = useGroups(typed);
  const all = groups.flat();
  const chosen = all[Math.min(index, all.length - 1)];
  const idOf = (entry: PaletteEntry) => `${id}-${all.indexOf(entry)}`;

  const open = (entry: PaletteEntry) => {
    onClose();
    if (entry.run) entry.run();
    else void navigate(entry.to);
  };
  useEffect(() => {
    if (!chosen) return;
    if (chosen.to) preload(chosen.to);
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen?.key]); // eslint-disable-line react-hooks/exhaustive-deps -- only another entry matters

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      open(chosen);
    } else if (step && all.length > 0) {
      event.preventDefault();
      setIndex((Math.min(index, all.length - 1) + step + all.length) % all.length);
    }
  };
  const group = { chosen, idOf, onOpen: open, onPoint: (entry: PaletteEntry) => setIndex(all.indexOf(entry)) };
  return (
    <Sheet label={t('Search and jump to')} className="f-palette-sheet" onClose={onClose}>
      <div className="f-palette-field">
        <FrameIcon name="search" />
        <input
          data-autofocus
          role="combobox"
          aria-label={t('Search pages and sites')}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? idOf(chosen) : undefined}
          aria-autocomplete="list"
          placeholder={t('Search pages and sites')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setIndex(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Pages and sites')}
        className="f-palette-list"
        aria-busy={searching}
      >
        {groups.map((entries) => entries[0] && <Group key={entries[0].group} entries={entries} {...group} />)}
      </div>
      <p className="f-palette-note" role="status">
        {failed
          ? t('Search isn’t available right now.')
          : all.length === 0
            ? searching
              ? t('Searching…')
              : t('No results for “{query}”.', { query: typed.trim() })
            : ''}
      </p>
    </Sheet>
  );
}
