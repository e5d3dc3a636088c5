import type { LimitsOf } from '../driver.ts';
import type { SiteRuntime } from '../runtime/site-runtime.ts';

/** A runtime whose commands have the limits of the site's plan, as its server has: they share its cgroup. */
export function withLimits(php: SiteRuntime, limitsOf: LimitsOf): SiteRuntime {
  return {
    ...php,
    script: async (mount, script, input, options) => php.script(mount, script, input, { limits: await limitsOf(mount.siteId), ...options }),
    wp: async (mount, args, options) => php.wp(mount, args, { limits: await limitsOf(mount.siteId), ...options }),
  };
}
