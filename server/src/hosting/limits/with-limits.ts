import type { LimitsOf } from '../driver.ts';
import type { RunOptions, SiteMount, SiteRuntime } from '../runtime/site-runtime.ts';

/** Code of the site runs in every command, and work that waits for it holds the site's files. */
const COMMAND_MS = 10 * 60_000;

/**
 * A runtime whose commands have the limits of the site's plan, as its server has, because they share its cgroup. A command
 * that takes longer than `deadlineMs` is ended and throws TIMEOUT.
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
