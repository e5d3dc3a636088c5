import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { PanelRemotePlugin } from '@panel/federation/plugin';
import type { Configuration } from 'webpack';
import { common, federationOf, manifestOf } from './remote.ts';

const config: Configuration = {
  ...common('swc-loader'),
  experiments: { css: true },
  plugins: [
    new ModuleFederationPlugin(federationOf('webpack')),
    new PanelRemotePlugin({ manifest: manifestOf('webpack') }),
  ],
};
export default config;
