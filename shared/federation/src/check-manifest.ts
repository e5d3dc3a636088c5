import { AUDIENCES, LAYOUTS, MENUS, RemoteManifest } from '@panel/contract/manifest';
import { ShellManifest } from '@panel/contract/release';
import { SECTIONS } from '@panel/contract/sections';
import * as v from 'valibot';

type Manifest = RemoteManifest | ShellManifest;

const choices: Record<string, readonly string[]> = { section: SECTIONS, audience: AUDIENCES, layout: LAYOUTS, menu: MENUS };

/** What a reader of the message needs: where it stands, what is wrong, what may stand there. */
function explain(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue) ?? '(the whole)';
  const allowed = choices[path.split('.').at(-1) ?? ''];
  return `${path}: ${issue.message}${allowed ? ` One of: ${allowed.join(', ')}.` : ''}`;
}

/**
 * Everything that is wrong with a package's declaration, as sentences that say what to do; empty when all is well.
 * `knownRoutes` are paths of other packages that a `parent` may name.
 */
export function checkManifest(declared: unknown, pageIds: readonly string[]): string[] {
  const isShell = (declared as { id?: unknown } | null)?.id === 'shell';
  const parsed = isShell ? v.safeParse(ShellManifest, declared) : v.safeParse(RemoteManifest, declared);
  if (!parsed.success) return parsed.issues.map(explain);
  const manifest: Manifest = parsed.output;
  const paths = manifest.routes.map((route) => route.path);
  const named = new Set(manifest.routes.map((route) => route.page));
  const has = new Set(pageIds);
  return [
    ...manifest.routes
      .filter((route) => !has.has(route.page))
      .map((route) => `The route ${route.path} names the page "${route.page}", which pages.ts does not have. Add it there, or mend the name.`),
    ...pageIds
      .filter((page) => !named.has(page))
      .map((page) => `pages.ts has the page "${page}", which no route of manifest.ts names. Add a route for it, or remove it.`),
    ...paths
      .filter((path, index) => paths.indexOf(path) !== index)
      .map((path) => `The route ${path} is declared twice. Keep one of them.`),
    ...manifest.menu
      .filter((entry) => !paths.includes(entry.to))
      .map((entry) => `The menu entry "${entry.label}" leads to ${entry.to}, which is no route of ${manifest.id}. Its routes are: ${paths.join(', ')}.`),
  ];
}

/** Routes that two packages claim, as sentences; the router could give only one of them. */
export function checkTogether(manifests: readonly Pick<Manifest, 'id' | 'routes'>[]): string[] {
  const owner = new Map<string, string>();
  const shape = (path: string) => path.replace(/:[^/]+/g, ':');
  return manifests.flatMap((manifest) =>
    manifest.routes.flatMap((route) => {
      const first = owner.get(shape(route.path));
      owner.set(shape(route.path), first ?? manifest.id);
      return first && first !== manifest.id ? [`The route ${route.path} belongs to ${first} and to ${manifest.id}. One of them has to let it go.`] : [];
    }),
  );
}
