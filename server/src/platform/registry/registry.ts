import { createHash } from 'node:crypto';
import { decideAccess, type Viewer } from '@panel/contract/access';
import type { Registry, RegistryRemote, RemoteManifest } from '@panel/contract/manifest';
import type { Partner } from '@panel/contract';
import { SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { inLanguage } from '@panel/contract/manifest-words';
import { sectionOn } from '@panel/contract/sections';
import type { Build } from '@panel/contract/release';
import { fileListOf, readsFileLists } from '../web/file-list.ts';
import { ownLabels } from '../web/frame-words.ts';
import type { ReleaseSet, Served } from '../web/release-source.ts';
import { keptManifest } from './kept-manifest.ts';

/** What a page of a release needs beyond the entry, as addresses; lazy parts of the shell included. */
export function pageFiles(set: ReleaseSet, built: Served, page: string): string[] {
  const needs = built.release.pages[page];
  if (!needs) return [];
  const shared = needs.shared.flatMap((name) => set.shell.release.shared[name] ?? []);
  return [...needs.files.map((file) => built.base + file), ...shared.map((file) => set.shell.base + file)];
}

/** A manifest without the parts of disabled sections, so that it reveals nothing about them. */
function visibleManifest(manifest: RemoteManifest, partner: Partner): RemoteManifest {
  const isOn = ({ section }: Pick<RemoteManifest['routes'][number], 'section'>): boolean =>
    !section || sectionOn(partner, section);
  // Only the server uses `reads`: it puts their responses into the page.
  const routes = manifest.routes.filter(isOn).map(({ reads: _reads, ...route }) => route);
  const menu = manifest.menu.filter((entry) => isOn(entry) && routes.some((route) => route.path === entry.to));
  return { ...manifest, routes, menu, slots: manifest.slots.filter(isOn) };
}

type Files = Pick<RegistryRemote, 'integrity' | 'files' | 'preload' | 'pages'>;

/** The hash of the entry, which loads first, and of the list that names the other files. */
const listedFiles = (release: Build): Files => ({
  integrity: { [release.entry]: release.integrity[release.entry] ?? '' },
  files: fileListOf(release).integrity,
  preload: [],
  pages: {},
});

/** All file data in the registry itself, as shells without support for file lists expect it. */
function allFiles(set: ReleaseSet, built: Served, manifest: RemoteManifest): Files {
  const { release, base } = built;
  const pages = new Set([...manifest.routes.map((route) => route.page), ...manifest.slots.map((slot) => slot.part)]);
  return {
    integrity: release.integrity,
    preload: release.preload.map((file) => base + file),
    pages: Object.fromEntries([...pages].map((page) => [page, pageFiles(set, built, page)])),
  };
}

function entryOf(set: ReleaseSet, built: Served, manifest: RemoteManifest): RegistryRemote {
  const { release, base, refused } = built;
  return {
    manifest,
    version: release.version,
    base,
    ...(refused ? { refused } : {}),
    container: release.container,
    entry: base + release.entry,
    ...(readsFileLists(set.shell.release) ? listedFiles(release) : allFiles(set, built, manifest)),
  };
}

/** Changes whenever the visitor would get something else, or may not keep what the tab has. */
function buildIdOf(shell: string, remotes: readonly RegistryRemote[], revoked: readonly string[]): string {
  const seen = remotes.map(({ manifest, version, refused }) => [
    manifest.id,
    version,
    refused,
    manifest.routes.length,
    manifest.slots.length,
    manifest.menu.length,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([shell, seen, revoked]))
    .digest('hex')
    .slice(0, 12);
}

/**
 * The remotes for one visitor, with titles and labels in their language. A remote is left out, and never loaded, if they can open none of its pages and parts
 * (decision: Roles and routes).
 */
export function registryOf(
  set: ReleaseSet,
  partner: Partner,
  viewer: Viewer,
  language: Language = SOURCE_LANGUAGE,
): Registry {
  const own = ownLabels(partner, language);
  const remotes = set.remotes.flatMap((built) => {
    const released = built.release.manifest as RemoteManifest;
    const manifest = keptManifest(released, partner, language, () =>
      visibleManifest(inLanguage(released, language, own), partner),
    );
    const isOpen = [...manifest.routes, ...manifest.slots].some((rule) => decideAccess(rule, partner, viewer) === 'ok');
    return isOpen ? [entryOf(set, built, manifest)] : [];
  });
  return { buildId: buildIdOf(set.newestShell, remotes, set.revoked ?? []), shell: set.newestShell, remotes };
}
