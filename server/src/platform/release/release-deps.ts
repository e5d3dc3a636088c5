import type { AppContext } from '../../context/app-context.ts';

/** Dependencies of the services that change releases. */
export type Deps = Pick<AppContext, 'db' | 'clock' | 'log' | 'releases'>;
