/** For the webpack or Rspack configuration of a remote that is not built with `panel-remote build`. */
export { BuildError } from './build-error.ts';
export { PanelRemotePlugin, type PanelRemoteOptions } from './plain/panel-remote-plugin.ts';
