import { writeFileSync } from 'node:fs';
import { minifyContractRouter } from '@orpc/contract';
import { contract } from '../src/contract.ts';

/** Writes the routes without their schemas for browser bundles; forms import only the schemas they need. */
const file = new URL('../src/routes.generated.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(minifyContractRouter(contract), null, 1)}\n`);
