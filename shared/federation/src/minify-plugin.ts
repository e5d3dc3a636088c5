import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify } from '@swc/core';
import type { Compiler, Compilation } from 'webpack';

const OPTIONS = {
  compress: { passes: 2, ecma: 2022 },
  mangle: true,
  ecma: 2022,
  module: false,
  format: { comments: false },
} as const;

/** Comments out, white space together; strings and urls stay as they are. */
export function minifyCss(css: string): string {
  return css
    .replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\*[^]*?\*\//g, (_all, text: string | undefined) => text ?? '')
    .replace(/("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s+/g, (_all, text: string | undefined) => text ?? ' ')
    .replace(
      /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s*([{};,])\s*/g,
      (_all, text: string | undefined, sign: string) => text ?? sign,
    )
    .trim();
}

/** Minifies scripts with swc and styles by the function above; what was minified before comes from the cache folder. */
export class MinifyPlugin {
  readonly cacheFolder: string;

  constructor(cacheFolder: string) {
    this.cacheFolder = cacheFolder;
  }

  apply(compiler: Compiler): void {
    const { Compilation: Stages, sources } = compiler.webpack;
    compiler.hooks.compilation.tap('MinifyPlugin', (compilation: Compilation) => {
      const stage = Stages.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE;
      compilation.hooks.processAssets.tapPromise({ name: 'MinifyPlugin', stage }, async (assets) => {
        await mkdir(this.cacheFolder, { recursive: true });
        await Promise.all(
          Object.entries(assets).map(async ([name, asset]) => {
            const code = String(asset.source());
            if (name.endsWith('.css')) compilation.updateAsset(name, new sources.RawSource(minifyCss(code)));
            if (!name.endsWith('.js')) return;
            compilation.updateAsset(name, new sources.RawSource(await this.script(code)), { minimized: true });
          }),
        );
      });
    });
  }

  private async script(code: string): Promise<string> {
    const file = join(
      this.cacheFolder,
      createHash('sha256').update(JSON.stringify(OPTIONS)).update(code).digest('hex'),
    );
    const kept = await readFile(file, 'utf8').catch(() => null);
    if (kept !== null) return kept;
    const small = (await minify(code, OPTIONS)).code;
    await writeFile(file, small);
    return small;
  }
}
