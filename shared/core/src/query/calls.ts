import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { api } from '../http/api.ts';
import { withKnownFunctions } from './contract-query.ts';

/**
 * Query options, keys and mutation options of every call of the contract: `calls.site.overview.queryOptions({ input
 * })`, `calls.site.key()` for everything about sites. Keys consist of the call's name and input, so packages that
 * read the same share one cache entry, and a key cannot drift between releases.
 */
export const calls = withKnownFunctions(createTanstackQueryUtils(api));
