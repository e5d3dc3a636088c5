import { readdir } from 'node:fs/promises';
import type { Chunk, ChunkGroup, Compilation, Stats } from 'webpack';
import type { RemoteManifest } from '@panel/contract/manifest';
import type { Build, ReleaseNeeds, ReleaseOffers, ShellManifest } from '@panel/contract/release';
import { containerOf, installedVersion, SHELL, type Package } from './packages.ts';
import type { PageImport } from './read-pages.ts';
import { EXPOSED } from './webpack-config.ts';
import { byName, providedExports, usedExports } from './shared-exports.ts';
import { LAZY_SHARED, sharedFor } from './shared-modules.ts';
import { writeBuild } from './write-build.ts';

const isServed = (file: string): boolean => /\.(js|css)$/.test(file) && !file.includes('.hot-update.');
const filesOf = (chunks: Iterable<Chunk>): string[] =>
  [...new Set([...chunks].flatMap((chunk) => [...chunk.files]))].filter(isServed);

/** The lazy parts of the shell that the modules of these chunks use. */
function sharedIn(compilation: Compilation, chunks: readonly Chunk[]): string[] {
  const wanted = new Set<string>();
  for (const chunk of chunks) {
    for (const module of compilation.chunkGraph.getChunkModules(chunk)) {
      const named = (module as { options?: { shareKey?: unknown } }).options?.shareKey;
      if (typeof named === 'string' && LAZY_SHARED.includes(named)) wanted.add(named);
    }
  }
  return [...wanted].sort();
}

function groupOf(compilation: Compilation, request: string): ChunkGroup | undefined {
  return compilation.chunkGroups.find(
    (group) => !group.isInitial() && group.origins.some((origin) => origin.request === request),
  );
}

/** Page id → its files besides those that are loaded before it, and the lazy parts of the shell that it needs. */
function pageFiles(
  compilation: Compilation,
  pages: readonly PageImport[],
  before: ReadonlySet<string>,
): Build['pages'] {
  return Object.fromEntries(
    pages.map(({ page, request }) => {
      const group = groupOf(compilation, request);
      const chunks = group?.chunks ?? [];
      return [
        page,
        { files: filesOf(chunks).filter((file) => !before.has(file)), shared: sharedIn(compilation, chunks) },
      ];
    }),
  );
}

/** The shell's lazy shared modules, and their files. */
function providedFiles(compilation: Compilation): Build['shared'] {
  const provided: Build['shared'] = {};
  for (const module of compilation.modules) {
    const name = (module as { _name?: unknown })._name;
    if (module.type !== 'provide-module' || typeof name !== 'string' || !LAZY_SHARED.includes(name)) continue;
    for (const block of module.blocks) {
      const group = compilation.chunkGraph.getBlockChunkGroup(block);
      if (group) provided[name] = filesOf(group.chunks);
    }
  }
  return provided;
}

/** What a package needs from the shell: ranges and names of its imports, and the contract it was built with. */
function needsOf(of: Package, compilation: Compilation): ReleaseNeeds {
  const contract = installedVersion(of, '@panel/contract');
  if (of.id === SHELL) return { shared: {}, exports: {}, contract };
  const configured = sharedFor(of);
  const exports = usedExports(compilation);
  const shared = Object.fromEntries(
    Object.keys(exports).map((name) => [name, configured[name]?.requiredVersion ?? '*']),
  );
  return { shared, exports: byName(of.id, exports), contract };
}

function offersOf(of: Package, compilation: Compilation): ReleaseOffers {
  const shared = Object.fromEntries(Object.entries(sharedFor(of)).map(([name, { version = '' }]) => [name, version]));
  return {
    shared,
    exports: providedExports(of, compilation, Object.keys(shared)),
    contract: installedVersion(of, '@panel/contract'),
    fileLists: true,
  };
}

/** Writes manifest.json beside the built files and returns it. */
export async function emitRelease(
  of: Package,
  stats: Stats,
  manifest: RemoteManifest | ShellManifest,
  pages: readonly PageImport[],
): Promise<Build> {
  const { id } = of;
  const { compilation } = stats;
  const folder = compilation.outputOptions.path as string;
  const main = compilation.entrypoints.get(id === SHELL ? 'shell' : containerOf(id));
  if (!main) throw new Error(`${id} was built without its entry.`);
  const first = filesOf(main.chunks);
  const exposed = id === SHELL ? [] : filesOf([...compilation.chunks].filter((chunk) => chunk.name === EXPOSED));
  const entry = filesOf([main.getEntrypointChunk()]).find((file) => file.endsWith('.js'));
  if (!entry) throw new Error(`${id} was built without a script.`);

  return writeBuild(folder, await readdir(folder), {
    package: id,
    container: containerOf(id),
    entry,
    styles: first.filter((file) => file.endsWith('.css')),
    preload: [...first.filter((file) => file !== entry && file.endsWith('.js')), ...exposed],
    pages: pageFiles(compilation, pages, new Set([...first, ...exposed])),
    shared: id === SHELL ? providedFiles(compilation) : {},
    needs: needsOf(of, compilation),
    ...(id === SHELL ? { offers: offersOf(of, compilation) } : {}),
    manifest,
  });
}
