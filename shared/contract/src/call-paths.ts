import { contract } from './contract.ts';
import { WIRE_PATHS } from './wire.ts';

type Declared = { '~orpc': { route: { method?: string; path?: string } } };

/** Wire paths of all reading calls: `/site/{id}/overview`. */
export const READ_PATHS: readonly string[] = Object.values(contract)
  .flatMap((group) => Object.values<Declared>(group))
  .map((call) => call['~orpc'].route)
  .filter(({ method }) => method === 'GET')
  .map(({ path = '' }) => WIRE_PATHS[path] ?? path);
