import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compilation, Compiler, Configuration } from 'webpack';
import { runWebpack } from './run-webpack.ts';

/** The entry for other hosts, under the name that Module Federation's documentation uses. */
export const STANDARD_ENTRY = 'remoteEntry.js';

const NAME = 'StandardEntryPlugin';

async function bundle(config: Configuration): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-host-runtime-'));
  try {
    await runWebpack({ ...config, output: { path: folder, filename: 'host.js' } });
    return await readFile(join(folder, 'host.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let bundled: Promise<string> | undefined;

/**
 * Emits a second entry of the same chunks, for hosts that are not the panel: it brings the runtime that the panel's page
 * has (runtime/host-bundler), and then is the remote's own entry. mf-manifest.json names it.
 */
export class StandardEntryPlugin {
  readonly #container: string;
  readonly #runtime: Configuration;

  /** `runtime` is the configuration that bundles the runtime; its output is not. */
  constructor(container: string, runtime: Configuration) {
    this.#container = container;
    this.#runtime = runtime;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // The entry is minified and named, and copies in brotli and gzip are still to come.
      const { PROCESS_ASSETS_STAGE_OPTIMIZE_HASH: hashed } = compiler.webpack.Compilation;
      compilation.hooks.processAssets.tapPromise({ name: NAME, stage: hashed + 1 }, () =>
        this.#emit(compilation, compiler),
      );
    });
  }

  async #emit(compilation: Compilation, { webpack: { sources } }: Compiler): Promise<void> {
    const [file] = [...(compilation.namedChunks.get(this.#container)?.files ?? [])].filter((one) =>
      one.endsWith('.js'),
    );
    const entry = file && compilation.getAsset(file);
    if (!entry) return;
    bundled ??= bundle(this.#runtime);
    compilation.emitAsset(
      STANDARD_ENTRY,
      new sources.RawSource(`${await bundled}\n${entry.source.source().toString()}`),
    );
  }
}
