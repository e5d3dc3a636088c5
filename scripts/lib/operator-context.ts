import { existsSync } from 'node:fs';
import type { Context } from '../../shared/federation/src/release.ts';
import { dataFolder } from './data-folder.mjs';

/** Commands of this checkout: against the local panel, with what it keeps in its data folder, unless told otherwise. */
export function operatorContext(env: NodeJS.ProcessEnv = process.env): Context {
  const dataDir = dataFolder(env);
  return {
    env,
    dataDir: existsSync(dataDir) ? dataDir : null,
    here: process.cwd(),
    called: 'pnpm',
    defaultPanel: `http://localhost:${env['PORT'] ?? '8099'}`,
    say: (line) => console.log(line),
  };
}
