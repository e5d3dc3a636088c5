import { contract } from './contract.ts';
import { declaredPath } from './wire.ts';

type Declared = { '~orpc': { route: { method?: string; path?: string } } };

/** An address with every parameter alike, without its query. */
const shapeOf = (address: string): string =>
  declaredPath(address.replace(/\?.*/, '').replace(/:[^/]+|\{[^}]+\}/g, ':'));

const reads = new Set(
  Object.values(contract)
    .flatMap((group) => Object.values<Declared>(group))
    .map((call) => call['~orpc'].route)
    .filter(({ method }) => method === 'GET')
    .map(({ path = '' }) => shapeOf(path)),
);

/** Is it the wire address of a call that reads, with `:name` or a query in it or without? */
export const isRead = (address: string): boolean => reads.has(shapeOf(address));
