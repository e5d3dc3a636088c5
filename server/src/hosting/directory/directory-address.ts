import type { ExtensionKind } from '@panel/contract';
import type { DirectoryQuestion } from './directory-entry.ts';

/** What the lists need; what is not named has the API's own default, and most of that is long. */
const FIELDS = {
  ...{ icons: true, short_description: true, active_installs: true, rating: true, last_updated: true, tags: true },
  ...{ requires: true, requires_php: true, tested: true, downloaded: true, screenshot_url: true, downloadlink: true },
  ...{ sections: false, versions: false, reviews: false, ratings: false, screenshots: false, banners: false },
  ...{ contributors: false, donate_link: false, compatibility: false, group: false },
};

type One = { slug: string };
type Parameters = Record<string, string>;

const named = (values: Record<string, string | number>): Parameters =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`request[${name}]`, String(value)]));
const fields = (more: object): Parameters =>
  Object.fromEntries(
    Object.entries({ ...FIELDS, ...more }).map(([name, on]) => [`request[fields][${name}]`, on ? '1' : '0']),
  );

/** The address of a list, or of one entry, in the API of wordpress.org (version 1.2). */
export function directoryAddress(home: URL, kind: ExtensionKind, asked: DirectoryQuestion | One): URL {
  const base = home.href.endsWith('/') ? home.href : `${home.href}/`;
  const url = new URL(`${kind}s/info/1.2/`, base);
  const parameters =
    'slug' in asked
      ? {
          action: kind === 'plugin' ? 'plugin_information' : 'theme_information',
          ...named({ slug: asked.slug }),
          ...fields({ sections: true }),
        }
      : {
          action: `query_${kind}s`,
          ...named({ page: asked.pageIndex, per_page: asked.pageSize }),
          ...named(asked.keyword ? { search: asked.keyword } : { browse: asked.browse }),
          ...fields(kind === 'theme' ? { description: true, extended_author: true } : {}),
        };
  url.search = new URLSearchParams(parameters).toString();
  return url;
}
