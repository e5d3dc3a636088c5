import { decideAccess, type Viewer } from '@panel/contract/access';
import type { Registry, RegistryRemote, RemoteManifest } from '@panel/contract/manifest';
import type { Partner } from '@panel/contract';
import { sectionOn } from '@panel/contract/sections';
import type { Built, ReleaseSet } from './releases.ts';

/** What a page of a release needs beyond the entry, as addresses; lazy parts of the shell included. */
export function pageFiles(set: ReleaseSet, built: Built, page: string): string[] {
  const needs = built.release.pages[page];
  if (!needs) return [];
  const shared = needs.shared.flatMap((name) => set.shell.release.shared[name] ?? []);
  return [...needs.files.map((file) => built.base + file), ...shared.map((file) => set.shell.base + file)];
}

/** A manifest without what belongs to switched-off sections: it tells nothing of them. */
function visibleManifest(manifest: RemoteManifest, partner: Partner): RemoteManifest {
  const isOn = ({ section }: Pick<RemoteManifest['routes'][number], 'section'>) => !section || sectionOn(partner, section);
  const routes = manifest.routes.filter(isOn);
  const menu = manifest.menu.filter((entry) => isOn(entry) && routes.some((route) => route.path === entry.to));
  return { ...manifest, routes, menu };
}

function entryOf(set: ReleaseSet, built: Built, manifest: RemoteManifest): RegistryRemote {
  const { release, base } = built;
  const pages = [...new Set(manifest.routes.map((route) => route.page))];
  return {
    manifest,
    version: release.version,
    base,
    integrity: release.integrity,
    container: release.container,
    entry: base + release.entry,
    preload: release.preload.map((file) => base + file),
    pages: Object.fromEntries(pages.map((page) => [page, pageFiles(set, built, page)])),
  };
}

/**
 * The remotes for one visitor: a remote none of whose pages they may open is not in it and is never fetched
 * (decision: Roles and routes).
 */
export function registryOf(set: ReleaseSet, partner: Partner, viewer: Viewer): Registry {
  const remotes = set.remotes.flatMap((built) => {
    const manifest = visibleManifest(built.release.manifest as RemoteManifest, partner);
    const isOpen = manifest.routes.some((route) => decideAccess(route, partner, viewer) === 'ok');
    return isOpen ? [entryOf(set, built, manifest)] : [];
  });
  return { buildId: set.buildId, remotes };
}
