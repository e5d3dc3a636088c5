import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type WebpackPluginInstance } from 'webpack';

/** Below this a compressed copy costs more than it saves. */
const WORTH_BYTES = 256;

const SCRIPT = {
  compress: { passes: 2, ecma: 2022 },
  mangle: true,
  ecma: 2022,
  module: false,
  format: { comments: false },
} as const;

const compressed = (algorithm: 'brotliCompress' | 'gzip', ending: 'br' | 'gz') => ({
  implementation: MinimizerPlugin.compress,
  options: { algorithm },
  type: 'asset' as const,
  filename: `[path][base].${ending}`,
  threshold: WORTH_BYTES,
});

/** Minifies scripts and styles, then writes `x.br` and `x.gz` beside each text file, so that the server only sends them. */
export const minimizer = (): WebpackPluginInstance =>
  new MinimizerPlugin({
    test: /\.(?:js|css|svg|json)$/,
    // A build uses one process; swc and zlib work in threads of their own.
    parallel: false,
    extractComments: false,
    minify: [
      { implementation: MinimizerPlugin.swcMinify, options: SCRIPT },
      { implementation: webpack.css.syntax.cssMinify },
    ],
    generate: { brotli: compressed('brotliCompress', 'br'), gzip: compressed('gzip', 'gz') },
  }) as unknown as WebpackPluginInstance;
