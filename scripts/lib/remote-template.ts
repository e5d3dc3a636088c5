import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newRemote } from '../../shared/federation/src/cli/new-remote.ts';
import { editPackage } from './edit-files.ts';

const SIBLING = 'mf-help';
/** What only the sibling's own features import. */
const NOT_NEEDED = ['@panel/workload', 'minisearch'];

const pageTest = (name: string, title: string): string => `import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

test('a customer sees what happened lately', async () => {
  await renderPage({
    remote: { manifest, pages },
    path: '/${name}',
    notifications: [{ type: 'site_created', description: 'shop is ready' }],
  });
  expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeVisible();
  expect(await screen.findByText(/shop is ready/)).toBeVisible();
});
`;

/** In this checkout, what is read of a resource is declared in shared/resources, for every remote. */
const LATEST_READS = `import { firstPage } from '@panel/contract/reads';
import { NOTIFICATION_LIST, notificationListRead } from '@panel/resources/notification/reads';

/** The newest notifications of the signed-in user: what the route reads first, and what the page shows. */
export const LATEST = firstPage({ ...NOTIFICATION_LIST, pageSize: 5 });
export const latestRead = notificationListRead(LATEST);
`;

const latestQuery = (name: string): string => `import { notificationListQuery } from '@panel/resources/notification';
import { LATEST } from './${name}.reads.ts';

export const latestQuery = notificationListQuery(LATEST);
`;

/**
 * Writes a remote of this checkout: like an external team's template, but with workspace packages, the queries of
 * shared/resources, and a page test against the real server. Returns its id.
 */
export function writeRemote(root: string, given: string | undefined): string {
  const folder = newRemote(given, root);
  const id = path.basename(folder);
  const name = id.replace(/^mf-/, '');
  for (const file of ['tsconfig.json', '.gitignore', 'src/css.d.ts', `src/features/${name}/latest.test.tsx`])
    rmSync(path.join(folder, file));
  const sibling = readFileSync(path.join(import.meta.dirname, '..', '..', SIBLING, 'package.json'), 'utf8');
  const own = JSON.parse(sibling.replaceAll(SIBLING, id)) as { dependencies: Record<string, string> };
  for (const unused of NOT_NEEDED) delete own.dependencies[unused];
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
  editPackage(path.join(folder, 'package.json'), 'dependencies', { '@panel/resources': 'workspace:*' });
  const title = name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
  const feature = (file: string, text: string) =>
    writeFileSync(path.join(folder, 'src', 'features', name, `${name}.${file}`), text);
  feature('page.test.tsx', pageTest(name, title));
  feature('reads.ts', LATEST_READS);
  feature('queries.ts', latestQuery(name));
  return id;
}
