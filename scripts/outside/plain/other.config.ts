import { ModuleFederationPlugin } from 'enhanced-other/webpack';
import { PanelRemotePlugin } from '@panel/federation/plugin';
import type { Configuration } from 'webpack';
import { common, federationOf, manifestOf } from './remote.ts';

/* Another version of the plugin than the shell's. A new version is tried here first (pnpm-workspace.yaml). */
const config: Configuration = {
  ...common('swc-loader'),
  experiments: { css: true },
  plugins: [
    new ModuleFederationPlugin(federationOf('other')),
    new PanelRemotePlugin({ manifest: manifestOf('other') }),
  ],
};
export default config;
