import type { AppContext } from '../../process/app-context.ts';

/** What the services that change releases need. */
export type Deps = Pick<AppContext, 'db' | 'clock' | 'log' | 'releases'>;
