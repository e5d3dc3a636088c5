import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { preload, usePartner, useRegistry, useViewer, type Site, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { sectionOn } from '@panel/contract/sections';
import { Icon, useScheme } from '@panel/ui';
import { overviewPath } from '@panel/resources/site';
import { FrameIcon } from '../chrome/frame-icon.tsx';
import { Sheet } from '../chrome/sheet.tsx';
import { manifestsOf } from '../menus/manifests.ts';
import {
  GROUP_LABELS,
  matchEntries,
  pageEntries,
  schemeEntries,
  siteEntry,
  siteTaskEntries,
  type PaletteEntry,
} from './palette-entries.ts';
import { recentSites } from './recent-sites.ts';
import { useFoundSites } from './use-found-sites.ts';
import './palette.css';

const MOST_PAGES = 8;
const MOST_ACTIONS = 12;

export { followRecentSites } from './recent-sites.ts';

/** Sites, pages and actions that match the input, sites first; before any input, the sites that were opened last. */
function useFound(typed: string) {
  const registry = useRegistry();
  const partner = usePartner();
  const viewer = useViewer();
  const about = useMemo(() => ({ manifests: manifestsOf(registry), partner, viewer }), [registry, partner, viewer]);
  const { setChoice } = useScheme();
  const hasSites = sectionOn(partner, 'sites');
  const { sites, searching, failed } = useFoundSites(typed, hasSites);
  const entries = useMemo(() => {
    // Before any input only pages and general actions: those of each site would hide them.
    const tasks =
      typed.trim() === '' || !hasSites ? [] : recentSites(viewer?.id).flatMap((site) => siteTaskEntries(about, site));
    const found = matchEntries([...pageEntries(about), ...schemeEntries(setChoice), ...tasks], typed);
    const pages = found.filter(({ group }) => group === 'pages').slice(0, MOST_PAGES);
    const actions = found.filter(({ group }) => group === 'actions').slice(0, MOST_ACTIONS);
    // The group of the best result comes first.
    return found[0]?.group === 'actions' ? [actions, pages] : [pages, actions];
  }, [about, typed, setChoice, hasSites, viewer?.id]);
  const found = useMemo(
    () => (typed.trim() === '' && hasSites ? recentEntries(viewer?.id) : bySite(about, sites, typed)),
    [about, sites, typed, hasSites, viewer?.id],
  );
  return { groups: [found, ...entries], searching, failed };
}

/** In the order of their fit. While an answer is awaited, the sites of the earlier input are left out if they don't fit. */
const bySite = (about: Parameters<typeof siteEntry>[0], sites: readonly Site[], typed: string): PaletteEntry[] =>
  matchEntries(
    sites.flatMap((site) => siteEntry(about, site) ?? []),
    typed,
  );

const recentEntries = (userId: string | undefined): PaletteEntry[] =>
  recentSites(userId).map(({ site_id, fqdn }) => ({
    key: `site ${site_id}`,
    group: 'recent',
    label: fqdn,
    hint: '',
    to: overviewPath(site_id),
    icon: 'sites',
  }));

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
  const { groups, searching, failed } = useFound(typed);
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
          ? t('Site search isn’t available right now.')
          : all.length === 0
            ? searching
              ? t('Searching sites')
              : t('No results for “{query}”.', { query: typed.trim() })
            : ''}
      </p>
    </Sheet>
  );
}
