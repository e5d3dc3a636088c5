export type { CacheRules } from './cache-rules.ts';
export type { From } from './cached-site.ts';
export { createEdgeCache, type EdgeCache } from './edge-cache.ts';
