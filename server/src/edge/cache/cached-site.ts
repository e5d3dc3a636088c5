import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheRules } from './cache-rules.ts';

/** `generation`: how often something of the site was purged, by what is known of it now. */
export type CachedSite = { siteId: string; rules: CacheRules; generation: number; protocol: string };
/** Where a response comes from; `file` when the edge reads it from the disk. */
export type From = { file: boolean };
/** Answers a request without the cache. */
export type Origin = (req: IncomingMessage, res: ServerResponse, from: From) => Promise<void>;
