import type { Extension, ExtensionKind, InstalledExtension, Page } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { said, withMessage } from '../../context/said.ts';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { findExtension, listExtensions, versionsOf, type ExtensionRow } from './extension.repo.ts';
import { availableSites, changeExtensions, showRun } from './extension-run.service.ts';
import { compareVersions, newestOf } from '@panel/contract/compare-versions';
import { checkOldVersions, newerInDirectory } from './directory-versions.ts';
import { checkOldInventories, checkSites } from './inventory-checks.ts';
import { installedState, listInstalled, type InstalledRow } from './installed.repo.ts';
import { affects, vulnerabilitiesOf, type VulnerabilityRow } from '../vulnerability/vulnerability.repo.ts';
import { removeExtension, uploadExtension } from './library.service.ts';
import { decidePlan } from '../change-plan/plan-decision.service.ts';
import { openPlans } from '../change-plan/run.repo.ts';
import { isExtensionRun, wireRun } from './run-result.ts';

/** A version of the library on the wire. @param directoryVersion a newer one in the directory */
export const wireExtension = (row: ExtensionRow, directoryVersion: string | null = null): Extension => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  version: row.version,
  author: row.author,
  description: row.description,
  requires_wp: row.requiresWp,
  requires_php: row.requiresPhp,
  tags: row.tags,
  source: row.source,
  directory_version: directoryVersion,
  file_size: row.fileSize,
  created_at: row.createdAt.toISOString(),
});

type Known = { library: readonly ExtensionRow[]; vulnerabilities: readonly VulnerabilityRow[] };

function wireInstalled(row: InstalledRow, { library, vulnerabilities }: Known): InstalledExtension {
  const newest = newestOf(library.filter(({ slug }) => slug === row.slug))?.version;
  const versions = row.versions.toSorted(compareVersions).toReversed();
  const older = newest !== undefined && versions.some((version) => compareVersions(version, newest) < 0);
  const ranges = vulnerabilities.filter(({ slug }) => slug === row.slug);
  return {
    slug: row.slug,
    name: row.name,
    versions,
    vulnerable_versions: versions.filter((version) => ranges.some((range) => affects(range, version))),
    site_count: row.siteCount,
    active_count: row.activeCount,
    update_version: older ? newest : null,
    sites: row.sites,
  };
}

type ListInput = { pageIndex: number; pageSize: number; keyword?: string | undefined };

/** Lists of plugins and themes count pages from 1 (data calls §9). */
async function fromOne<T extends Page<unknown>>(input: ListInput, list: (input: ListInput) => Promise<T>): Promise<T> {
  return { ...(await list({ ...input, pageIndex: input.pageIndex - 1 })), pageIndex: input.pageIndex };
}

async function libraryPage(context: CallContext, kind: ExtensionKind, input: ListInput): Promise<Page<Extension>> {
  const { db } = context.app;
  const scope = scopeOf(context);
  const page = await paged(
    input,
    (slice) => listExtensions(db, scope, kind, { ...slice, keyword: input.keyword }),
    (row) => row,
  );
  const newer = await newerInDirectory(db, scope, kind, page.pageElements);
  return { ...page, pageElements: page.pageElements.map((row) => wireExtension(row, newer.get(row.slug))) };
}

async function installedPage(context: CallContext, kind: ExtensionKind, input: ListInput) {
  const { db } = context.app;
  const scope = scopeOf(context);
  const page = await paged(
    input,
    (slice) => listInstalled(db, scope, kind, { ...slice, keyword: input.keyword }),
    (row) => row,
  );
  const slugs = page.pageElements.map(({ slug }) => slug);
  const library = await versionsOf(db, scope, kind, slugs);
  const vulnerabilities = await vulnerabilitiesOf(db, kind, slugs);
  const pageElements = page.pageElements.map((row) => wireInstalled(row, { library, vulnerabilities }));
  return { ...page, pageElements, ...(await installedState(db, scope)) };
}

const extensionRoutes = (kind: ExtensionKind) => {
  const group = calls[kind];
  return {
    list: group.list.handler(async ({ context, input }) => {
      const { app } = context;
      const scope = scopeOf(context);
      if (app.directory)
        context.afterwards('newer versions in the directory', () => checkOldVersions(app, scope, kind));
      const page = await fromOne(input, (given) => libraryPage(context, kind, given));
      return { ...page, has_directory: app.directory !== null };
    }),
    installed: group.installed.handler(async ({ context, input }) => {
      if (input.check) await checkSites(context.app, scopeOf(context));
      else context.afterwards('installed plugins and themes', () => checkOldInventories(context.app, scopeOf(context)));
      return fromOne(input, (given) => installedPage(context, kind, given));
    }),
    availableSites: group.availableSites.handler(({ context, input }) => availableSites(context, kind, input)),
    byId: group.byId.handler(async ({ context, input }) =>
      wireExtension(found(await findExtension(context.app.db, scopeOf(context), kind, input.id))),
    ),
    upload: group.upload.handler(async ({ context, input }) => {
      const row = await uploadExtension(context, kind, input);
      const text = said('{name} saved.', { name: `${row.name} ${row.version}` });
      return { status: true, ...withMessage(text), data: wireExtension(row) };
    }),
    change: group.change.handler(({ context, input }) => changeExtensions(context, kind, input)),
    remove: group.remove.handler(async ({ context, input }) => {
      await removeExtension(context, kind, input.id);
      return { status: true };
    }),
  };
};

export const pluginRoutes = extensionRoutes('plugin');
export const themeRoutes = extensionRoutes('theme');
export const extensionRunRoutes = {
  open: calls.extensionRun.open.handler(async ({ context, input }) =>
    (await openPlans(context.app.db, scopeOf(context), input.kind)).filter(isExtensionRun).map(wireRun),
  ),
  decide: calls.extensionRun.decide.handler(({ context, input }) => decidePlan(context, input)),
  byId: calls.extensionRun.byId.handler(({ context, input }) => showRun(context, input.id)),
};
