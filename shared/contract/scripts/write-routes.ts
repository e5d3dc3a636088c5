import { writeFileSync } from 'node:fs';
import { minifyContractRouter } from '@orpc/contract';
import { contract } from '../src/contract.ts';

/** Writes the routes without their schemas: browser bundles carry these, forms import just their own schemas. */
const file = new URL('../src/routes.generated.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(minifyContractRouter(contract), null, 1)}\n`);
