import { existsSync } from 'node:fs';
import type { Context } from '../../shared/federation/src/release.ts';
import { dataFolder } from './data-folder.mjs';

/**
 * Context for commands of this checkout: the local panel and the secrets in its data folder, unless options say
 * otherwise.
 */
export function operatorContext(env: NodeJS.ProcessEnv = process.env): Context {
  const dataDir = dataFolder(env);
  return {
    env,
    dataDir: existsSync(dataDir) ? dataDir : null,
    here: process.cwd(),
    registry: 'npm run registry --',
    defaultPanel: `http://localhost:${env['PORT'] ?? '8099'}`,
    say: (line) => console.log(line),
  };
}
