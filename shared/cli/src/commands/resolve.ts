import { EXIT, Fault, usage } from '../fault.ts';
import type { Page } from '../generated/pages.ts';
import { read } from '../session/ask.ts';
import type { Panel } from '../session/choose-panel.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST = 100;

type Named = { fqdn: string; name: string };

/** The host of an address as people copy it, or the name as it is. */
const plain = (typed: string): string => {
  const text = typed.trim().toLowerCase();
  return text.replace(/^https?:\/\//, '').split(/[/:?#]/)[0] ?? text;
};

/**
 * The one of `found` that `typed` names: by its address, its name, or the first label of its address.
 * @throws Fault when there is none, or several
 */
export function pick<T extends Named>(found: readonly T[], typed: string, what: string): T {
  const wanted = plain(typed);
  const is = [
    ({ fqdn }: T) => fqdn === wanted,
    ({ name }: T) => name.toLowerCase() === typed.trim().toLowerCase(),
    ({ fqdn }: T) => fqdn.split('.')[0] === wanted,
  ];
  for (const matches of is) {
    const [first, ...others] = found.filter(matches);
    if (first && others.length === 0) return first;
    if (first)
      throw usage(
        `"${typed}" is ${others.length + 1} ${what}s: ${[first, ...others].map(({ fqdn }) => fqdn).join(', ')}.`,
      );
  }
  const near = found.slice(0, 3).map(({ fqdn }) => fqdn);
  throw new Fault(
    `There is no ${what} "${typed}".${near.length > 0 ? ` Similar: ${near.join(', ')}.` : ''}`,
    EXIT.notFound,
  );
}

export type Site = Named & { site_id: string | null; url: string; status: string; type: string };
export type App = Named & {
  id: string;
  url: string;
  status: string;
  live_build: Build | null;
  last_build: Build | null;
};
export type Build = {
  id: string;
  number: number;
  status: string;
  stage: string | null;
  error: string | null;
  is_live: boolean;
  is_kept: boolean;
  commit: string | null;
};

/** The site of an id, an address or a name. */
export async function resolveSite(panel: Panel, typed: string): Promise<Site> {
  if (UUID.test(typed)) return read<Site>(panel, `/site/id/${typed.toLowerCase()}`);
  const query = { keyword: plain(typed).split('.')[0], pageSize: MOST };
  return pick((await read<Page<Site>>(panel, '/site/filter', query)).pageElements, typed, 'site');
}

/** The application of an id, an address or a name. */
export async function resolveApp(panel: Panel, typed: string): Promise<App> {
  if (UUID.test(typed)) return read<App>(panel, `/nucal/${typed.toLowerCase()}`);
  const query = { searchKey: plain(typed).split('.')[0], pageSize: MOST };
  return pick((await read<Page<App>>(panel, '/nucal/user/apps', query)).pageElements, typed, 'application');
}
