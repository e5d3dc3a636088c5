import { registryCommand, REGISTRY_USAGE, run } from '../shared/federation/src/release.ts';
import { operatorContext } from './lib/operator-context.ts';

const USAGE = `npm run registry -- <action> …     what partners run, and changing it\n\n${REGISTRY_USAGE}`;

const words = process.argv.slice(2);
if (words.includes('--help')) console.log(USAGE);
else await run(() => registryCommand(words, operatorContext()), USAGE);
