import { CDN_TYPE_PREFIX } from '@panel/contract';
import type { CacheRules } from '../../edge/cache/index.ts';
import type { CdnSettingRow } from './cdn-setting.repo.ts';

/** Before its owner has saved settings, only what a site itself marks as cacheable is kept. */
const UNSAVED = {
  ...{ defaultSeconds: null, typeSeconds: {} },
  ...{ serveStale: false, ignoreOrigin: false, queryStrings: true },
};

/** The rules of the edge's cache for a site: new ones, with another version, whenever its settings or its content change. */
export function cacheRulesOf(contentAt: Date, setting: CdnSettingRow | null): CacheRules {
  const version = `${contentAt.getTime()} ${setting?.updatedAt.getTime() ?? 0}`;
  if (setting === null) return { version, ...UNSAVED };
  const { defaultSeconds, serveStale, ignoreOrigin, queryStrings, fileTypes } = setting;
  const typeSeconds = Object.fromEntries(
    fileTypes.map(({ type, duration }) => [type.slice(CDN_TYPE_PREFIX.length), duration]),
  );
  return { version, defaultSeconds, typeSeconds, serveStale, ignoreOrigin, queryStrings };
}
