export type { CacheRules } from './cache-rules.ts';
export { createEdgeCache, type EdgeCache, type From } from './edge-cache.ts';
