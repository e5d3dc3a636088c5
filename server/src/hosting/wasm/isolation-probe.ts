/** Does everything that a worker needs, to find out which isolation works on this machine. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder = ''] = process.argv.slice(2);
await import('@php-wasm/node');
writeFileSync(path.join(folder, 'wrote'), 'works');
