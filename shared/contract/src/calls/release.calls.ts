import * as v from 'valibot';
import { call } from '../call.ts';
import { PLATFORM_ERRORS } from '../platform-errors.ts';
import { Timestamp as Time } from '../schemas/fields.ts';
import { listQuery, page } from '../schemas/list.ts';
import { FileName, PackageName, ReleaseVersion, Signature } from '../schemas/release.ts';
import { Outcome } from '../schemas/user.ts';

const operator = { audience: 'superadmin', token: true } as const;

/** The signed text and its signature; the text is sent as it was signed, byte for byte. */
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

/** valibot's own pattern for base64 takes more stack than there is where a text has some megabytes. */
const Base64 = v.pipe(
  v.string(),
  v.check((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'This is not base64.'),
);

/** A file as base64 of its brotli form. */
const Upload = v.object({ name: FileName, brotli: Base64 });

/** Of one release: whole loads, their time, and failures, as browsers told it. */
export const ReleaseStats = v.object({
  loads: v.number(),
  /** Milliseconds from asking for the section to its page being there; null before the first load. */
  loadMsMedian: v.nullable(v.number()),
  loadMsP75: v.nullable(v.number()),
  errors: v.number(),
  /** Platform error → how often. */
  reasons: v.record(v.string(), v.number()),
});
export type ReleaseStats = v.InferOutput<typeof ReleaseStats>;

/** Why the storage's copy of a release must not run, and since when the installation knows it. */
const Refusal = v.object({ error: v.picklist(PLATFORM_ERRORS), since: Time });

export const ReleaseInfo = v.object({
  package: PackageName,
  version: ReleaseVersion,
  commit: v.string(),
  createdAt: Time,
  publishedAt: Time,
  /** The publisher's email, `operator token`, or `installation` for what came with the panel. */
  publishedBy: v.string(),
  keyId: v.string(),
  /** Bytes of all files, as brotli. */
  bytes: v.number(),
  /** Not served, because the storage does not have it as it was published; null where it does. */
  refused: v.nullable(Refusal),
  stats: ReleaseStats,
});
export type ReleaseInfo = v.InferOutput<typeof ReleaseInfo>;

/** A version that is held back, and who did that: an operator's email, `operator token`, `automatic` after failing page views. */
export const Hold = v.object({ version: ReleaseVersion, reason: v.string(), at: Time, by: v.string() });
export type Hold = v.InferOutput<typeof Hold>;

/** Rollout policy of a package, for all partners or where one differs. */
export const Channel = v.object({
  package: PackageName,
  /** Panel host of the partner; null means all that have no line of their own. */
  partner: v.nullable(v.string()),
  /** A partner's line that says nothing of its own: everybody's decides, also where versions are held back here. */
  follows: v.boolean(),
  enabled: v.boolean(),
  stable: v.nullable(ReleaseVersion),
  /** The stable version that a roll-back of this policy restores. */
  previous: v.nullable(ReleaseVersion),
  canary: v.nullable(ReleaseVersion),
  canaryPercent: v.number(),
  pin: v.nullable(ReleaseVersion),
  /** Versions that are held back here, because browsers reported them or somebody did. */
  blocked: v.array(Hold),
  changedAt: Time,
  changedBy: v.string(),
});
export type Channel = v.InferOutput<typeof Channel>;

/** What a visitor of a partner gets at this moment. */
export const Running = v.object({
  partner: v.string(),
  partnerName: v.string(),
  package: PackageName,
  version: v.nullable(ReleaseVersion),
  /** Why this one. */
  by: v.picklist(['pin', 'stable', 'fallback', 'disabled', 'none']),
  canary: v.nullable(v.object({ version: ReleaseVersion, percent: v.number() })),
  since: Time,
  changedBy: v.string(),
  /** Versions that should run here, the first one first, and are not served; an older one runs instead, if there is one. A canary is among them. */
  refused: v.array(v.object({ version: ReleaseVersion, ...Refusal.entries })),
  /** What is known of the release that runs; null where none does. */
  release: v.nullable(v.pick(ReleaseInfo, ['commit', 'publishedAt', 'publishedBy'])),
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
] as const;
export type ChannelAction = (typeof CHANNEL_ACTIONS)[number];

export const RegistryChange = v.object({
  id: v.string(),
  at: Time,
  by: v.string(),
  action: v.string(),
  package: v.string(),
  partner: v.nullable(v.string()),
  /** One sentence: what it was, what it is now. */
  detail: v.string(),
});
export type RegistryChange = v.InferOutput<typeof RegistryChange>;

const PartnerHost = v.pipe(v.string(), v.maxLength(253));

/** Of one package, of one partner (panel host): its counts, its rows, its line and everybody's. */
const Which = { package: v.optional(PackageName), partner: v.optional(PartnerHost) };

/** Operator API of releases and registry: for a superadmin's session, or with an operator token. */
export const releaseCalls = {
  list: call({
    ...operator,
    method: 'GET',
    path: '/platform/releases',
    summary: 'Releases, newest first, with what browsers told of them',
    errors: ['RELEASE_REFUSED'],
  })
    .input(v.object({ ...listQuery(['created_at']), ...Which }))
    .output(page(ReleaseInfo)),
  running: call({
    ...operator,
    method: 'GET',
    path: '/platform/running',
    summary: 'What every partner runs, and the lines that this follows from',
    errors: ['RELEASE_REFUSED'],
  })
    .input(v.object(Which))
    // All packages that have a release or a line, the shell first.
    .output(v.object({ packages: v.array(PackageName), channels: v.array(Channel), running: v.array(Running) })),
  publish: call({
    ...operator,
    method: 'POST',
    path: '/platform/releases',
    summary: 'Publish a signed release; nothing runs it until it is promoted',
    errors: ['RELEASE_REFUSED', 'RELEASE_EXISTS', 'SIGNATURE_INVALID', 'STORE_UNAVAILABLE'],
    bodyLimitBytes: 33_554_432,
  })
    .input(
      v.object({
        ...Signed,
        files: v.pipe(
          v.array(Upload),
          v.maxLength(500, ({ received }) => `A release may have 500 files, and ${received} were sent.`),
        ),
      }),
    )
    // `repaired`: it was published already, and what the storage had lost or spoilt of it was written again.
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
    ...operator,
    method: 'POST',
    path: '/platform/releases/check',
    summary: 'Would this release be taken? Says no with the reason',
    errors: ['RELEASE_REFUSED', 'RELEASE_EXISTS', 'SIGNATURE_INVALID'],
    bodyLimitBytes: 4_194_304,
  })
    .input(v.object(Signed))
    .output(Outcome),
  change: call({
    ...operator,
    method: 'POST',
    path: '/platform/channels/{package}',
    summary:
      'Promote, roll back, canary, pin, disable, enable, hold back, follow all partners; or tell what that would change',
    errors: ['NOT_FOUND', 'RELEASE_REFUSED', 'CONFLICT'],
  })
    .input(
      v.object({
        package: PackageName,
        action: v.picklist(CHANNEL_ACTIONS),
        version: v.optional(ReleaseVersion),
        /** 0–100; of users, sticky. */
        percent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
        /** Panel host; absent means all partners. */
        partner: v.optional(PartnerHost),
        /** Tells what it would do, refusals included, and does nothing. */
        dryRun: v.optional(v.boolean(), false),
        /** From a dry run: where somebody has changed the package since, nothing is done (CONFLICT). */
        base: v.optional(v.pipe(v.string(), v.maxLength(64))),
      }),
    )
    .output(
      v.object({
        status: v.literal(true),
        channel: Channel,
        detail: v.string(),
        /** For each partner concerned, also where nothing changes for it. */
        effects: v.array(ChannelEffect),
        /** Stands for the package's last change, of which this answer knows. */
        base: v.string(),
      }),
    ),
  changes: call({
    ...operator,
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
    summary: 'Remove releases that no page can ask for any more',
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
