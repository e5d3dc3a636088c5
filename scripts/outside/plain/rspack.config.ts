import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { PanelRemotePlugin } from '@panel/federation/plugin';
import type { Configuration } from '@rspack/core';
import { common, federationOf, manifestOf } from './remote.ts';

const config: Configuration = {
  ...common('builtin:swc-loader'),
  plugins: [
    new ModuleFederationPlugin(federationOf('rspack')),
    new PanelRemotePlugin({ manifest: manifestOf('rspack') }),
  ],
};
export default config;
