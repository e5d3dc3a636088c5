import * as v from 'valibot';
import { call } from '../call.ts';
import { PLATFORM_ERRORS } from '../platform-errors.ts';
import { Registry } from '../schemas/manifest.ts';
import { PackageName, ReleaseVersion } from '../schemas/release.ts';

/** `mf-sites@1f0c9a…`: a release that this browser could not run, and does not want again. */
export const Avoided = v.pipe(v.string(), v.regex(/^mf-[a-z][a-z0-9-]{0,60}@[a-z0-9][a-z0-9.+-]{0,63}$/));

/** What a browser tells of a release: that a page of it came up, or why not. */
export const Beacon = v.object({
  package: PackageName,
  version: ReleaseVersion,
  kind: v.picklist(['load', 'error']),
  /** Milliseconds from asking to the page being there; with `load`. */
  ms: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))),
  /** With `error`. */
  reason: v.optional(v.picklist(PLATFORM_ERRORS)),
  /** Which file or page, for people. */
  detail: v.optional(v.pipe(v.string(), v.maxLength(300))),
});
export type Beacon = v.InferOutput<typeof Beacon>;

export const platformCalls = {
  registry: call({ method: 'GET', path: '/platform/registry', summary: 'Remotes for this partner and user; read again by Retry', audience: 'public' })
    .input(v.object({ avoid: v.optional(v.union([Avoided, v.pipe(v.array(Avoided), v.maxLength(20))])) }))
    .output(Registry),
};
