import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { RemoteManifest } from '@panel/contract/manifest';
import type { Compilation, Compiler } from 'webpack';
import { BuildError } from '../build-error.ts';
import { IntegrityPlugin } from '../integrity-plugin.ts';
import { containerOf } from '../packages.ts';
import { writeBuild } from '../write-build.ts';
import { describePlain, pageIdsOf } from './describe-plain.ts';
import { readFederationManifest } from './federation-manifest.ts';
import { pageTable } from './page-table.ts';

const NAME = 'PanelRemotePlugin';

export type PanelRemoteOptions = {
  /** What the remote adds to the panel: `defineManifest(…)`. Its pages and parts are names that the remote exposes. */
  manifest: RemoteManifest;
};

/** Their styles load without a hash. */
const UNCHECKED = ['MiniCssExtractPlugin', 'CssExtractRspackPlugin'];

function contractVersion(): string {
  const file = findPackageJSON('@panel/contract', import.meta.url) ?? '';
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

/**
 * Makes a release of the panel from a remote that is built with ModuleFederationPlugin of @module-federation/enhanced,
 * by webpack or Rspack: its chunks load by hash, and manifest.json describes it, for `panel-remote publish` (ADR 0044).
 * The build fails with BuildError when the remote cannot run in the panel.
 */
export class PanelRemotePlugin {
  readonly #manifest: RemoteManifest;

  constructor({ manifest }: PanelRemoteOptions) {
    this.#manifest = manifest;
  }

  /** Takes the compiler of webpack or Rspack, whose types differ. */
  apply(given: object): void {
    const compiler = given as Compiler;
    const container = containerOf(this.#manifest.id);
    const unchecked = compiler.options.plugins.map((plugin) => plugin && plugin.constructor.name);
    for (const name of UNCHECKED)
      if (unchecked.includes(name))
        throw new BuildError(`${name} loads styles without their hash. Use experiments: { css: true } instead.`);
    // The shell keeps the chunks of two versions apart by this name.
    compiler.options.output.chunkLoadingGlobal = `webpackChunk${container}`;
    new IntegrityPlugin().apply(compiler);
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const { PROCESS_ASSETS_STAGE_ADDITIONS: stage } = compiler.webpack.Compilation;
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => this.#addTable(compilation, compiler));
    });
    compiler.hooks.afterEmit.tapPromise(NAME, (compilation) => this.#describe(compilation));
  }

  #addTable(compilation: Compilation, { webpack: { sources } }: Compiler): void {
    const container = containerOf(this.#manifest.id);
    const files = [...(compilation.namedChunks.get(container)?.files ?? [])].filter((file) => file.endsWith('.js'));
    const table = pageTable(container, pageIdsOf(this.#manifest));
    for (const file of files) compilation.updateAsset(file, (source) => new sources.ConcatSource(source, table));
  }

  async #describe(compilation: Compilation): Promise<void> {
    if (compilation.errors.length > 0) return;
    const folder = compilation.outputOptions.path ?? '';
    const federation = await readFederationManifest(folder);
    const files = compilation.getAssets().map(({ name }) => name);
    const about = describePlain(this.#manifest, federation, compilation, contractVersion());
    await writeBuild(folder, files, about);
  }
}
