import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import webpack, { type WebpackPluginInstance } from 'webpack';
import type { RemoteManifest } from '@panel/contract/manifest';
import type { Build } from '@panel/contract/release';
import { readDeclaration } from './declaration.ts';
import { emitRelease } from './emit-release.ts';
import { CACHE, containerOf, folderOf, packageOf, REMOTES, SHELL } from './packages.ts';
import { runWebpack } from './run-webpack.ts';
import { baseConfig, productionRouter } from './webpack-config.ts';

/** Output of the single bundle, in the layout of packages, so that the same server serves it. */
export const MONOLITH = join(CACHE, 'monolith');

/**
 * Replaces the shell's `remote-source.ts`: the remotes' tables as ordinary imports, their pages as ordinary lazy
 * ones. Developer tools have nothing to see.
 */
function sourceOfRemotes(): string {
  const imports = REMOTES.map(
    (id, index) => `import { pages as p${index} } from ${JSON.stringify(join(folderOf(id), 'src', 'pages.ts'))};`,
  );
  const table = REMOTES.map((id, index) => `${JSON.stringify(id)}: { pages: p${index} }`);
  return `${imports.join('\n')}
const table = { ${table.join(', ')} };
export function forgetRemote() {}
export const showFederation = () => undefined;
export const loadRemoteModule = async (remote) => table[remote.manifest.id];
`;
}

/** A remote's release for the registry: its declaration, without files. */
async function writeEmptyRelease(id: (typeof REMOTES)[number], pages: Build['pages']): Promise<void> {
  const { manifest } = await readDeclaration(packageOf(id));
  const folder = join(MONOLITH, id, 'dist');
  await mkdir(folder, { recursive: true });
  const release: Build = {
    package: id,
    version: 'one',
    container: containerOf(id),
    entry: 'none.js',
    styles: [],
    preload: [],
    pages,
    shared: {},
    integrity: {},
    needs: { shared: {}, exports: {}, contract: '' },
    manifest: manifest as RemoteManifest,
  };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(release));
}

/**
 * Builds shell and remotes as one conventional bundle from the same sources: no federation, no shared scope, pages as
 * lazy chunks, webpack's usual splitting and tree shaking. Only for the comparison of `pnpm bench:web`.
 */
export async function buildMonolith(): Promise<Build> {
  await rm(MONOLITH, { recursive: true, force: true });
  const folder = join(MONOLITH, SHELL, 'dist');
  await mkdir(folder, { recursive: true });
  const replacement = join(CACHE, 'monolith-remotes.js');
  await writeFile(replacement, sourceOfRemotes());
  const entry = join(CACHE, 'monolith-entry.js');
  await writeFile(
    entry,
    `import '@panel/ui/chrome.css';\nimport '@panel/ui/ui.css';\nimport { start } from ${JSON.stringify(join(folderOf(SHELL), 'src', 'boot', 'start.tsx'))};\nstart();\n`,
  );
  const shell = packageOf(SHELL);
  const base = baseConfig({ id: 'monolith', folder: shell.folder }, { outDir: folder });
  const stats = await runWebpack({
    ...base,
    context: folderOf(SHELL),
    entry: { shell: entry },
    resolve: { ...base.resolve, alias: productionRouter(shell) },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.DefinePlugin({ PANEL_PACKAGE: JSON.stringify('monolith') }),
      new webpack.NormalModuleReplacementPlugin(
        /\/(?:remote-source|federation-tools)\.ts$/,
        replacement,
      ) as WebpackPluginInstance,
    ],
  });
  const { manifest, pages } = await readDeclaration(shell);
  const release = await emitRelease(shell, stats, manifest, pages);
  for (const id of REMOTES) await writeEmptyRelease(id, {});
  return release;
}
