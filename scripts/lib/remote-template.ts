import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newRemote } from '../../shared/federation/src/cli/new-remote.ts';

const SIBLING = 'mf-help';

const pageTest = (name: string, title: string): string => `import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

test('a customer sees what happened lately', async () => {
  await renderPage({ remote: { manifest, pages }, path: '/${name}', notifications: [{ type: 'site_created', description: 'shop is ready' }] });
  expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeVisible();
  expect(await screen.findByText(/shop is ready/)).toBeVisible();
});
`;

/**
 * Writes a remote of this checkout: like an external team's template, but with workspace packages and a page test
 * against the real server. Returns its id.
 */
export function writeRemote(root: string, given: string | undefined): string {
  const folder = newRemote(given, root);
  const id = path.basename(folder);
  const name = id.replace(/^mf-/, '');
  for (const file of ['tsconfig.json', '.gitignore', 'src/css.d.ts', `src/features/${name}/latest.test.tsx`])
    rmSync(path.join(folder, file));
  const sibling = readFileSync(path.join(import.meta.dirname, '..', '..', SIBLING, 'package.json'), 'utf8');
  writeFileSync(path.join(folder, 'package.json'), sibling.replaceAll(SIBLING, id));
  const title = name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
  writeFileSync(path.join(folder, 'src', 'features', name, `${name}.page.test.tsx`), pageTest(name, title));
  return id;
}
