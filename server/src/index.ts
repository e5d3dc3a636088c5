export { ConfigError, readConfig, type Config } from './config.ts';
export type { AppContext } from './context.ts';
export { startPanel, type Panel, type PanelOptions } from './panel.ts';
