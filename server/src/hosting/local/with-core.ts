import type { SharedCore } from '../runtime/core-store.ts';
import type { SiteMount, SiteRuntime } from '../runtime/site-runtime.ts';

export type CoreOf = (mount: SiteMount) => Promise<SharedCore | null>;

/** A runtime that mounts the shared WordPress for each site that uses it, in every operation. */
export function withCore(php: SiteRuntime, coreOf: CoreOf): SiteRuntime {
  const shown = async (mount: SiteMount): Promise<SiteMount> =>
    mount.core === undefined ? { ...mount, core: await coreOf(mount) } : mount;
  return {
    ...php,
    serve: async (mount, options) => php.serve(await shown(mount), options),
    script: async (mount, script, input, options) => php.script(await shown(mount), script, input, options),
    wp: async (mount, args, options) => php.wp(await shown(mount), args, options),
  };
}
