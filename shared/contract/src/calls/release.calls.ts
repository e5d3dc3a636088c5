import * as v from 'valibot';
import { call } from '../call.ts';
import { PLATFORM_ERRORS } from '../platform-errors.ts';
import { list } from '../schemas/bounded.ts';
import { Timestamp as Time } from '../schemas/fields.ts';
import { listQuery, page } from '../schemas/list.ts';
import { FileName, PackageName, RELEASE_FILES_MAX, ReleaseVersion, Signature } from '../schemas/release.ts';
import { Outcome } from '../schemas/user.ts';

const operator = { audience: 'superadmin', token: 'operator' } as const;
/** A team reads and changes only what belongs to it (ADR 0041). */
const team = { audience: 'superadmin', token: 'team' } as const;

/** The signed text and its signature; the text is sent byte for byte. */
const MANIFEST_BYTES = 1_048_576;
const Signed = {
  manifest: v.pipe(
    v.string(),
    v.maxBytes(
      MANIFEST_BYTES,
      ({ received }) =>
        `manifest.json is too large: it has ${received} bytes, and ${MANIFEST_BYTES} are allowed. It lists the files of the release; build fewer of them.`,
    ),
  ),
  signature: v.nullable(Signature),
};

/** valibot's own pattern for base64 overflows the stack for texts of some megabytes. */
const Base64 = v.pipe(
  v.string(),
  v.check((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'This is not base64.'),
);

/** A file as base64 of its brotli form. */
const Upload = v.object({ name: FileName, brotli: Base64 });

/** Statistics of one release from browser reports: page loads, load times, and failures. */
export const ReleaseStats = v.object({
  loads: v.number(),
  /** Milliseconds from requesting the section to its displayed page; null before the first load. */
  loadMsMedian: v.nullable(v.number()),
  loadMsP75: v.nullable(v.number()),
  errors: v.number(),
  /** Platform error → count. */
  reasons: v.record(v.string(), v.number()),
});
export type ReleaseStats = v.InferOutput<typeof ReleaseStats>;

/** Why the storage's copy of a release must not run, and since when that is known. */
const Refusal = v.object({ error: v.picklist(PLATFORM_ERRORS), since: Time });

export const ReleaseInfo = v.object({
  package: PackageName,
  version: ReleaseVersion,
  commit: v.string(),
  /** The commit's author and the first line of its message; empty if the release names none. */
  author: v.string(),
  note: v.string(),
  createdAt: Time,
  publishedAt: Time,
  /** The publisher's email, `team {name}`, `key {id}`, `operator token`, or `installation` for a bundled release. */
  publishedBy: v.string(),
  keyId: v.string(),
  /** Total size of all files as brotli, in bytes. */
  bytes: v.number(),
  /** Why it is not served: the storage does not hold it as published; null if it does. */
  refused: v.nullable(Refusal),
  /** An operator has revoked it: it is never served again. */
  revoked: v.nullable(v.object({ reason: v.string(), at: Time, by: v.string() })),
  stats: ReleaseStats,
});
export type ReleaseInfo = v.InferOutput<typeof ReleaseInfo>;

/**
 * A version that is held back, and by whom: an operator's email, `operator token`, or `automatic` after failing page
 * views.
 */
export const Hold = v.object({ version: ReleaseVersion, reason: v.string(), at: Time, by: v.string() });
export type Hold = v.InferOutput<typeof Hold>;

/** Rollout policy of a package, for all partners or where one differs. */
export const Channel = v.object({
  package: PackageName,
  /** Panel host of the partner; null means all partners without their own policy. */
  partner: v.nullable(v.string()),
  /** A partner's policy without settings: all partners' policy applies, even if versions are held back here. */
  follows: v.boolean(),
  enabled: v.boolean(),
  stable: v.nullable(ReleaseVersion),
  /** The stable version that a rollback of this policy restores. */
  previous: v.nullable(ReleaseVersion),
  canary: v.nullable(ReleaseVersion),
  canaryPercent: v.number(),
  pin: v.nullable(ReleaseVersion),
  /** Versions that are held back here, by an operator or because of browser reports. */
  blocked: v.array(Hold),
  changedAt: Time,
  changedBy: v.string(),
});
export type Channel = v.InferOutput<typeof Channel>;

/** What a visitor of a partner gets now. */
export const Running = v.object({
  partner: v.string(),
  partnerName: v.string(),
  package: PackageName,
  version: v.nullable(ReleaseVersion),
  /** Why this version runs. */
  by: v.picklist(['pin', 'stable', 'fallback', 'disabled', 'none']),
  canary: v.nullable(v.object({ version: ReleaseVersion, percent: v.number() })),
  since: Time,
  changedBy: v.string(),
  /**
   * Versions that should run here, in order, and are not served; an older one runs instead, if there is one. Includes
   * a canary.
   */
  refused: v.array(v.object({ version: ReleaseVersion, ...Refusal.entries })),
  /** Details of the running release; null if none runs. */
  release: v.nullable(v.pick(ReleaseInfo, ['commit', 'author', 'note', 'publishedAt', 'publishedBy'])),
  stats: ReleaseStats,
});
export type Running = v.InferOutput<typeof Running>;

/** What visitors of a partner get before and after a change. */
export const ChannelEffect = v.object({
  /** Panel host. */
  partner: v.string(),
  from: v.pick(Running, ['version', 'by', 'canary']),
  to: v.pick(Running, ['version', 'by', 'canary']),
});
export type ChannelEffect = v.InferOutput<typeof ChannelEffect>;

export const CHANNEL_ACTIONS = [
  'promote',
  'rollback',
  'canary',
  'pin',
  'unpin',
  'disable',
  'enable',
  'block',
  'unblock',
  'follow',
  'revoke',
] as const;
export type ChannelAction = (typeof CHANNEL_ACTIONS)[number];

/** The same failure of a release in browsers of one partner, within the last day. */
export const ReleaseFailure = v.object({
  package: PackageName,
  version: ReleaseVersion,
  /** Panel host. */
  partner: v.string(),
  reason: v.picklist(PLATFORM_ERRORS),
  /** The page or file, and the error’s message; sent by a browser, so untrusted. */
  message: v.string(),
  /** Frames of its stack: positions in the sources where the release has source maps, otherwise in its files. */
  stack: v.array(v.string()),
  pageViews: v.number(),
  lastAt: Time,
});
export type ReleaseFailure = v.InferOutput<typeof ReleaseFailure>;

export const RegistryChange = v.object({
  id: v.string(),
  at: Time,
  by: v.string(),
  action: v.string(),
  package: v.string(),
  partner: v.nullable(v.string()),
  /** One sentence with the old and the new state. */
  detail: v.string(),
});
export type RegistryChange = v.InferOutput<typeof RegistryChange>;

const PartnerHost = v.pipe(v.string(), v.maxLength(253));

/** Filters by package and partner (panel host): its counts, its rows, its policy and that of all partners. */
const Which = { package: v.optional(PackageName), partner: v.optional(PartnerHost) };

/** Operator API of releases and registry: for a superadmin's session, with the operator token, or by a team for its packages. */
export const releaseCalls = {
  list: call({
    ...team,
    method: 'GET',
    path: '/platform/releases',
    summary: 'Releases, newest first, with browser reports',
    errors: ['RELEASE_REFUSED'],
  })
    .input(v.object({ ...listQuery(['created_at']), ...Which }))
    .output(page(ReleaseInfo)),
  running: call({
    ...team,
    method: 'GET',
    path: '/platform/running',
    summary: 'What every partner runs, and the rollout policies behind it',
    errors: ['RELEASE_REFUSED'],
  })
    .input(v.object(Which))
    // All packages that have a release or a policy, the shell first.
    .output(v.object({ packages: v.array(PackageName), channels: v.array(Channel), running: v.array(Running) })),
  publish: call({
    grows: true,
    ...team,
    method: 'POST',
    path: '/platform/releases',
    summary: 'Publish a signed release; it runs once it is promoted',
    errors: ['RELEASE_REFUSED', 'RELEASE_EXISTS', 'SIGNATURE_INVALID', 'KEY_REFUSED', 'STORE_UNAVAILABLE'],
    bodyLimitBytes: 33_554_432,
  })
    .input(
      v.object({
        ...Signed,
        files: list(Upload, {
          max: RELEASE_FILES_MAX,
          tooMany: `A release may have ${RELEASE_FILES_MAX} files, and more were sent.`,
        }),
        /** Source maps of the scripts; one that is missing is not an error. */
        maps: v.optional(list(Upload, { max: RELEASE_FILES_MAX }), []),
      }),
    )
    // `repaired`: it was already published, and files that the storage had lost or spoilt were written again.
    .output(
      v.object({
        status: v.literal(true),
        package: PackageName,
        version: ReleaseVersion,
        existed: v.boolean(),
        repaired: v.boolean(),
      }),
    ),
  check: call({
    noAuditLine: true,
    ...team,
    method: 'POST',
    path: '/platform/releases/check',
    summary: 'Check whether this release can be published; rejects with the reason',
    errors: ['RELEASE_REFUSED', 'RELEASE_EXISTS', 'SIGNATURE_INVALID', 'KEY_REFUSED'],
    bodyLimitBytes: 4_194_304,
  })
    .input(v.object(Signed))
    .output(Outcome),
  change: call({
    ...team,
    method: 'POST',
    path: '/platform/channels/{package}',
    summary:
      'Promote, roll back, canary, pin, disable, enable, hold back, follow all partners, revoke; or preview the effects',
    errors: ['NOT_FOUND', 'RELEASE_REFUSED', 'KEY_REFUSED', 'CONFLICT'],
  })
    .input(
      v.object({
        package: PackageName,
        action: v.picklist(CHANNEL_ACTIONS),
        version: v.optional(ReleaseVersion),
        /** 0–100; of users, sticky. */
        percent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
        /** Why a release is revoked; operators read it. */
        reason: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300))),
        /** Panel host; absent means all partners. */
        partner: v.optional(PartnerHost),
        /** Reports the effects, refusals included, without applying them. */
        dryRun: v.optional(v.boolean(), false),
        /** From a dry run: if the package was changed since, the call is rejected (CONFLICT). */
        base: v.optional(v.pipe(v.string(), v.maxLength(64))),
      }),
    )
    .output(
      v.object({
        status: v.literal(true),
        channel: Channel,
        detail: v.string(),
        /** For each affected partner, even if nothing changes for it. */
        effects: v.array(ChannelEffect),
        /** Identifies the package's last change that this response includes. */
        base: v.string(),
        /** Whether the change waits until a second person has approved it; of a dry run, whether it would. */
        waits: v.boolean(),
      }),
    ),
  failures: call({
    ...operator,
    method: 'GET',
    path: '/platform/failures',
    summary: 'Messages and stacks of failures in browsers within the last day, newest first',
    errors: ['RELEASE_REFUSED'],
  })
    .input(v.object({ ...Which, reason: v.optional(v.picklist(PLATFORM_ERRORS)) }))
    // At most 20.
    .output(v.object({ failures: v.array(ReleaseFailure) })),
  changes: call({
    ...team,
    method: 'GET',
    path: '/platform/changes',
    summary: 'Who changed what in the registry, newest first',
  })
    .input(v.object(listQuery(['created_at'])))
    .output(page(RegistryChange)),
  cleanUp: call({
    ...operator,
    method: 'POST',
    path: '/platform/releases/clean-up',
    summary: 'Remove releases that no page can request any more',
    errors: ['STORE_UNAVAILABLE'],
  })
    .input(
      v.object({
        days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), 30),
        dryRun: v.optional(v.boolean(), false),
      }),
    )
    .output(
      v.object({ removed: v.array(v.object({ package: PackageName, version: ReleaseVersion })), kept: v.number() }),
    ),
};
