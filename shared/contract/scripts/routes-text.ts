import { minifyContractRouter } from '@orpc/contract';
import { contract } from '../src/contract.ts';

/**
 * The routes for browser bundles: without their schemas, of which forms import those that they need, and without scopes,
 * which only the server looks at.
 */
export const routesText = (): string =>
  `${JSON.stringify(minifyContractRouter(contract), (name, value: unknown) => (name === 'scope' ? undefined : value), 1)}\n`;
