import { renderPage } from '@panel/ui/testing';
import { manifest } from '../manifest.ts';
import { pages } from '../pages.ts';

type ScenarioInput = Omit<Parameters<typeof renderPage>[0], 'remote'>;

/** Opens a page of this remote against the real test server. */
export const openPage = (input: ScenarioInput) => renderPage({ remote: { manifest, pages }, ...input });
