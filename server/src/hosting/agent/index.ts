export { createSiteAgent } from './site-agent.ts';
export type { AskOptions, SiteAgent } from './site-agent.ts';
export type { Operation, Outputs, Reply } from './protocol.ts';
