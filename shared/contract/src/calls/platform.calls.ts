import * as v from 'valibot';
import { call } from '../call.ts';
import { PLATFORM_ERRORS } from '../platform-errors.ts';
import { list } from '../schemas/bounded.ts';
import { Override, Registry } from '../schemas/manifest.ts';
import { PackageName, ReleaseVersion } from '../schemas/release.ts';
import { Outcome, Redirect } from '../schemas/user.ts';

/** `mf-sites@1f0c9a…` (or `shell@…`): a release that this browser could not run and avoids. */
export const Avoided = v.pipe(v.string(), v.regex(/^(?:shell|mf-[a-z][a-z0-9-]{0,60})@[a-z0-9][a-z0-9.+-]{0,63}$/));

/** A browser's report about a release: a page loaded, or why it did not. */
export const Beacon = v.object({
  package: PackageName,
  version: ReleaseVersion,
  kind: v.picklist(['load', 'error']),
  /** Milliseconds from the request to the displayed page; with `load`. */
  ms: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000))),
  /** With `error`. */
  reason: v.optional(v.picklist(PLATFORM_ERRORS)),
  /** The affected file or page, for people. */
  detail: v.optional(v.pipe(v.string(), v.maxLength(300))),
  /** Where the code threw: the frames of the error’s stack, as the browser writes them. */
  stack: v.optional(v.pipe(v.string(), v.maxLength(4000))),
});
export type Beacon = v.InferOutput<typeof Beacon>;

/** Token of a page view, from the initial HTML (`data-view`) or renewed by `registry` and `state` (ADR 0043). */
const ViewToken = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{32,400}$/));

/** What a tab reports about itself when it requests the registry. */
const Tab = v.object({
  avoid: v.optional(v.union([Avoided, list(Avoided, { max: 20 })])),
  /** The shell that it runs; for a remote that does not fit it, the newest version that does. */
  shell: v.optional(ReleaseVersion),
  view: v.optional(ViewToken),
});

export const platformCalls = {
  registry: call({
    method: 'GET',
    path: '/platform/registry',
    summary: 'Remotes for this partner and user; reloaded by Retry',
    audience: 'public',
  })
    .input(Tab)
    .output(Registry),
  /** Polled by an open tab every 20 s with the input of the registry call: has anything changed for it? */
  state: call({
    method: 'GET',
    path: '/platform/state',
    summary: 'Build id of the registry for this partner and user',
    audience: 'public',
  })
    .input(Tab)
    // `view`: the renewed token, if the tab sent a valid one.
    .output(v.object({ buildId: v.string(), view: v.optional(v.string()) })),
  beacons: call({
    noAuditLine: true,
    everyTryCounts: true,
    neverKept: true,
    method: 'POST',
    path: '/platform/beacons',
    summary: 'A browser’s reports about releases: loads and failures',
    audience: 'public',
    limit: { tries: 120, windowSeconds: 60 },
    // 50 reports with the frames of an error.
    bodyLimitBytes: 256 * 1024,
  })
    .input(
      v.object({
        /** Without a valid one, nothing is counted. */
        token: v.optional(ViewToken),
        events: list(Beacon, { min: 1, max: 50 }),
      }),
    )
    .output(Outcome),
  overrideAllowed: call({
    method: 'GET',
    path: '/platform/override',
    summary: 'Whether a development server at this origin may replace a remote',
    audience: 'public',
    limit: { tries: 60, windowSeconds: 60 },
  })
    .input(v.object({ origin: v.pipe(v.string(), v.maxLength(300)) }))
    .output(v.object({ allowed: v.boolean() })),
  setOverride: call({
    method: 'PUT',
    path: '/platform/override',
    summary: 'Run one remote from a development server, in this session only',
    audience: 'staff',
  })
    .input(Override)
    .output(Redirect),
  clearOverride: call({
    method: 'DELETE',
    path: '/platform/override',
    summary: 'Return to the released remote',
    audience: 'staff',
    staff: 'any',
  })
    .input(v.object({ reason: v.optional(v.picklist(['left', 'failed']), 'left') }))
    .output(Outcome),
};
