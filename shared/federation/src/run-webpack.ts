import webpack, { type Configuration, type Stats } from 'webpack';
import { BuildError } from './build-error.ts';

/** Runs webpack once and closes it, so that its cache is written; throws with webpack's messages. */
export async function runWebpack(config: Configuration): Promise<Stats> {
  const compiler = webpack(config);
  if (!compiler) throw new BuildError('webpack refused its configuration.');
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) =>
      error || !result ? reject(error ?? new Error('webpack returned no result')) : resolve(result),
    );
  });
  await new Promise<void>((resolve) => compiler.close(() => resolve()));
  if (stats.hasErrors())
    throw new BuildError(stats.toString({ all: false, errors: true, errorsCount: true, colors: false }));
  return stats;
}
