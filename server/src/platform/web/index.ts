export { createWeb, type OpenRegistry, type RegistryFor, type Visit, type Web, type WebOptions } from './create-web.ts';
export { ReleaseError } from './builds.ts';
export type { ReleaseSource, Tab } from './release-source.ts';
