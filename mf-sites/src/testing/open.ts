import { renderPage } from '@panel/ui/testing';
import { manifest } from '../manifest.ts';
import { pages } from '../pages.ts';

type Wish = Omit<Parameters<typeof renderPage>[0], 'remote'>;

/** Opens a page of this remote against the real test server. */
export const openPage = (wish: Wish) => renderPage({ remote: { manifest, pages }, ...wish });
