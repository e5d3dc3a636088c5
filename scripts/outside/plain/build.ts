import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/* node build.ts <tool> <folder> [file]: what the command line of webpack or Rspack does with a configuration. */

type Stats = { hasErrors: () => boolean; toString: (options: object) => string };
type Compiler = {
  run: (done: (error: Error | null, stats?: Stats) => void) => void;
  close: (done: () => void) => void;
};
type Config = { output?: object };
type Bundler = (config: Config | Config[]) => Compiler;

const [tool = '', folder = 'dist', file = join(import.meta.dirname, `${tool}.config.ts`)] = process.argv.slice(2);
const bundler: Bundler =
  tool === 'rspack'
    ? ((await import('@rspack/core')).rspack as unknown as Bundler)
    : ((await import('webpack')).default as unknown as Bundler);
const { default: config } = (await import(pathToFileURL(resolve(file)).href)) as { default: Config | Config[] };
const place = (each: Config): Config => ({ ...each, output: { ...each.output, path: resolve(folder) } });
const compiler = bundler(Array.isArray(config) ? config.map(place) : place(config));

compiler.run((error, stats) => {
  if (error) console.error(error.message);
  if (stats?.hasErrors()) console.error(stats.toString({ all: false, errors: true }));
  if (error || stats?.hasErrors()) process.exitCode = 1;
  compiler.close(() => undefined);
});
