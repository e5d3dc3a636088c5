import { minifyContractRouter } from '@orpc/contract';
import { contract } from '../src/contract.ts';

/** Of `CallMeta`, what browsers do not need. */
const SERVER_ONLY: ReadonlySet<string> = new Set(['scope', 'neverKept', 'everyTryCounts', 'grows']);

/**
 * The routes for browser bundles: without their schemas, of which forms import those that they need, and without what only
 * the server looks at.
 */
export const routesText = (): string =>
  `${JSON.stringify(minifyContractRouter(contract), (name, value: unknown) => (SERVER_ONLY.has(name) ? undefined : value), 1)}\n`;
