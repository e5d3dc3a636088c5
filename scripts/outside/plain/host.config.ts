import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { common } from './remote.ts';

const ONE = { singleton: true, requiredVersion: false } as const;
const REACT = { react: ONE, 'react/jsx-runtime': ONE, 'react-dom': ONE, 'react-dom/client': ONE };
const PANEL = {
  jotai: ONE,
  '@tanstack/react-query': ONE,
  '@panel/core': ONE,
  '@panel/core/router': ONE,
  '@panel/ui': ONE,
};

/** A page that is not the panel's, and that loads a remote of the panel by its standard manifest (MF_HELP, an address). */
const host = (entry: string, shared: Record<string, typeof ONE>): Configuration => ({
  ...common('swc-loader'),
  entry: { [entry]: `./host/${entry}.ts` },
  output: { publicPath: 'auto', chunkFilename: `${entry}.[id].js` },
  experiments: { css: true, topLevelAwait: true },
  optimization: { minimize: false },
  plugins: [
    new ModuleFederationPlugin({
      name: `host_${entry}`,
      remotes: { mf_help: `mf_help@${process.env['MF_HELP']}` },
      shared,
      manifest: false,
      dts: false,
    }),
  ],
});

export default [host('index', { ...REACT, ...PANEL }), host('bare', REACT)];
