import type { SiteMount, SiteRuntime } from '../runtime/site-runtime.ts';

/** A runtime that completes the mount of a site in every operation: its shared WordPress, its owner's PHP settings. */
export function withMount(php: SiteRuntime, complete: (mount: SiteMount) => Promise<SiteMount>): SiteRuntime {
  return {
    ...php,
    serve: async (mount, options) => php.serve(await complete(mount), options),
    script: async (mount, script, input, options) => php.script(await complete(mount), script, input, options),
    wp: async (mount, args, options) => php.wp(await complete(mount), args, options),
  };
}
