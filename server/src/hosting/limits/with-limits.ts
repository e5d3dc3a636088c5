import type { LimitsOf } from '../driver.ts';
import type { RunOptions, SiteMount, SiteRuntime } from '../runtime/site-runtime.ts';

/** Every command runs code of the site, and tasks that wait for it block the site's files. */
const COMMAND_MS = 10 * 60_000;

/**
 * A runtime whose commands share the cgroup, and thus the limits, of the site's server. A command that exceeds
 * `deadlineMs` is ended and throws TIMEOUT.
 */
export function withLimits(php: SiteRuntime, limitsOf: LimitsOf, deadlineMs = COMMAND_MS): SiteRuntime {
  const bounded = async ({ siteId }: SiteMount, options: RunOptions): Promise<RunOptions> => {
    const deadline = AbortSignal.timeout(deadlineMs);
    return {
      limits: await limitsOf(siteId),
      ...options,
      signal: options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]),
    };
  };
  return {
    ...php,
    script: async (mount, script, input, options) => php.script(mount, script, input, await bounded(mount, options)),
    wp: async (mount, args, options) => php.wp(mount, args, await bounded(mount, options)),
  };
}
