import { contract } from './contract.ts';
import { WIRE_PATHS } from './wire.ts';

type Declared = { '~orpc': { route: { method?: string; path?: string } } };

/** Paths of all calls that read, as they travel: `/site/{id}/overview`. */
export const READ_PATHS: readonly string[] = Object.values(contract)
  .flatMap((group) => Object.values<Declared>(group))
  .map((call) => call['~orpc'].route)
  .filter(({ method }) => method === 'GET')
  .map(({ path = '' }) => WIRE_PATHS[path] ?? path);
