import { renderPage } from '@panel/ui/testing';
import { manifest } from '../manifest.ts';
import { pages } from '../pages.ts';

type Options = Omit<Parameters<typeof renderPage>[0], 'remote'>;

/** Opens a page of this remote for a customer who sees applications. */
export const openPage = (options: Options) =>
  renderPage({ remote: { manifest, pages }, ...options, partner: { special: true, ...options.partner } });
