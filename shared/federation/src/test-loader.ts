import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/*
 * `node --import @panel/federation/testing --test …`: tests of a remote without a bundler. Node strips types itself,
 * but knows neither JSX nor styles, and needs an attribute for JSON.
 */

function sourceOf(url: string): string | null {
  const file = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (file.endsWith('.css')) return '';
  if (file.endsWith('.json') && file.includes('routes.generated'))
    return `export default ${readFileSync(file, 'utf8')}`;
  if (!file.endsWith('.tsx')) return null;
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  });
  return code;
}

registerHooks({
  load: (url, context, next) => {
    const source = sourceOf(url);
    return source === null ? next(url, context) : { format: 'module', source, shortCircuit: true };
  },
});
