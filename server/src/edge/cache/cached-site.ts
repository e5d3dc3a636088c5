import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CacheRules } from './cache-rules.ts';

export type CachedSite = { siteId: string; rules: CacheRules; protocol: string };
/** Where a response comes from; `file` when the edge reads it from the disk. */
export type From = { file: boolean };
/** Answers a request without the cache. */
export type Origin = (req: IncomingMessage, res: ServerResponse, from: From) => Promise<void>;
