import type { SharedCore } from '../runtime/core-store.ts';
import { INSIDE } from '../runtime/site-runtime.ts';

/** Where PHP looks for what was compiled before: a folder in its memory, in which the real one lies under the build's id. */
export const COMPILED = '/compiled';

/**
 * Settings of opcache, which the library switches on only with settings of its own. Memory for compiled code, in MB, is a
 * part of PHP's own: WordPress and its administration fit.
 */
const MEMORY = {
  'opcache.enable': '1',
  'opcache.memory_consumption': '48',
  'opcache.interned_strings_buffer': '6',
  'opcache.max_accelerated_files': '4000',
};

/** @param compiled `in tmp`: what is compiled is kept in files alone, below the temporary folder */
export function cacheSettings(compiled: SharedCore['compiled']): Record<string, string> {
  if (compiled === 'in tmp') return { ...MEMORY, 'opcache.file_cache': INSIDE.tmp, 'opcache.file_cache_only': '1' };
  return compiled ? { ...MEMORY, 'opcache.file_cache': COMPILED } : MEMORY;
}
