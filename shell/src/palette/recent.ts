import type { Query } from '@tanstack/react-query';
import { pageStorage, panelStore, queryClient, userAtom, type App, type SiteOverview } from '@panel/core';
import { appQuery } from '@panel/resources/app';
import { siteOverviewQuery } from '@panel/resources/site';

/** A site or an application that the user opened last on this device, the newest first. */
export type Recent = { kind: 'site' | 'app'; id: string; name: string };

const KEY = 'panel.recent';
const MOST = 5;

/** What identifies the answers about a kind: the path of its call. And what they say. */
const KINDS: readonly {
  kind: Recent['kind'];
  call: string;
  read: (data: unknown) => { name: string; status: string } | undefined;
}[] = [
  {
    kind: 'site',
    call: JSON.stringify(siteOverviewQuery('').queryKey[0]),
    read: (data) => {
      const site = (data as SiteOverview | undefined)?.site;
      return site && { name: site.fqdn, status: site.status };
    },
  },
  { kind: 'app', call: JSON.stringify(appQuery('').queryKey[0]), read: (data) => data as App | undefined },
];

/** Anything on the page can write there. */
const isRecent = (row: Partial<Recent> | null): row is Recent =>
  typeof row?.id === 'string' && typeof row.name === 'string' && KINDS.some(({ kind }) => kind === row.kind);

/** What this user opened; another one on the same device starts without. */
export function recentOf(userId: string | undefined): readonly Recent[] {
  try {
    const { user, opened } = JSON.parse(pageStorage.getItem(KEY) ?? '{}') as { user?: string; opened?: unknown };
    return user === userId && Array.isArray(opened) ? opened.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Remembers each site and application whose page is open, now or later, until it is gone. Returns the unsubscribe function. */
export function followRecent(): () => void {
  const look = (query: Query): void => {
    const user = panelStore.get(userAtom);
    if (user?.role !== 'customer') return;
    const call = JSON.stringify(query.queryKey[0]);
    const of = KINDS.find((each) => each.call === call);
    if (of) remember(user.id, of, query);
  };
  const cache = queryClient.getQueryCache();
  // The page that was loaded had its answer before this code.
  for (const query of cache.getAll()) look(query);
  return cache.subscribe(({ type, query }) => {
    if (type === 'updated' || type === 'observerAdded') look(query);
  });
}

function remember(user: string, { kind, read }: (typeof KINDS)[number], query: Query): void {
  const { id } = (query.queryKey[1] as { input: { id: string } }).input;
  const found = read(query.state.data);
  const isGone = (query.state.error as { status?: number } | null)?.status === 404 || found?.status === 'moving';
  // A link under the pointer loads its page's answers as well, and opens nothing.
  const rows = found && query.isActive() ? [{ kind, id, name: found.name }] : [];
  if (!isGone && rows.length === 0) return;
  const others = recentOf(user).filter((one) => one.id !== id);
  const opened = isGone ? others : [...rows, ...others].slice(0, MOST);
  pageStorage.setItem(KEY, JSON.stringify({ user, opened }));
}
