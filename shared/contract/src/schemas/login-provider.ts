import * as v from 'valibot';
import { expected } from './expected.ts';
import { Id } from './fields.ts';

/** Where one can sign in instead of with a password; `oidc` is any OpenID provider. */
export const LOGIN_PROVIDER_KINDS = ['google', 'github', 'gitlab', 'bitbucket', 'oidc'] as const;
export type LoginProviderKind = (typeof LOGIN_PROVIDER_KINDS)[number];
/** Kinds whose server can be another than the public one. */
export const KINDS_WITH_ISSUER: readonly LoginProviderKind[] = ['github', 'gitlab', 'oidc'];
export const LOGIN_PROVIDER_NAMES = {
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  oidc: 'OpenID Connect',
} as const satisfies Record<LoginProviderKind, string>;

const Kind = v.picklist(LOGIN_PROVIDER_KINDS);
export const ProviderSlug = v.pipe(
  v.string(),
  v.maxLength(30),
  v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Only lower-case letters, digits and single hyphens are allowed.'),
);

/** A provider that the sign-in page offers. */
export const OfferedProvider = v.object({ slug: v.string(), kind: Kind, name: v.string() });
export type OfferedProvider = v.InferOutput<typeof OfferedProvider>;

/** A provider as its partner's staff sees it; the secret is never shown again. */
export const LoginProvider = v.object({
  id: v.string(),
  kind: Kind,
  slug: v.string(),
  name: v.string(),
  issuer: v.nullable(v.string()),
  client_id: v.string(),
  /** Where the provider sends browsers back to. */
  callback_url: v.string(),
  /** Accounts that are linked with it. */
  accounts: v.number(),
  updated_at: v.string(),
});
export type LoginProvider = v.InferOutput<typeof LoginProvider>;

/** HTTPS; plain HTTP on this machine alone, for tests of an installation. */
const Issuer = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(200, 'This address is too long.'),
  v.check(
    (value) =>
      URL.canParse(value) &&
      /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:127\.0\.0\.1|[a-z0-9.-]+\.localhost))(?::\d{1,5})?(?:\/[\w./~-]*)?$/i.test(
        value,
      ),
    'Enter an address that begins with https://.',
  ),
);
const Text = (what: string, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(`Enter ${what}.`),
    v.maxLength(max, `This can have at most ${max} characters.`),
  );
const ClientId = Text('the client ID', 300);
const Secret = Text('the client secret', 500);
const Name = Text('a name', 40);

export const NewLoginProviderInput = v.pipe(
  v.object({
    kind: Kind,
    /** Of `oidc` alone: its part of the address that the provider sends browsers back to. */
    slug: v.optional(ProviderSlug),
    name: v.optional(Name),
    issuer: v.optional(Issuer),
    client_id: ClientId,
    client_secret: Secret,
  }),
  v.forward(
    v.check(({ kind, slug }) => kind !== 'oidc' || slug !== undefined, 'Enter a name for the address.'),
    ['slug'],
  ),
  v.forward(
    v.check(({ kind, name }) => kind !== 'oidc' || name !== undefined, 'Enter a name.'),
    ['name'],
  ),
  v.forward(
    v.check(({ kind, issuer }) => kind !== 'oidc' || issuer !== undefined, 'Enter the address of the provider.'),
    ['issuer'],
  ),
);
export type NewLoginProviderInput = v.InferOutput<typeof NewLoginProviderInput>;

export const LoginProviderChange = v.object({
  client_id: ClientId,
  /** Without one the stored secret stays. */
  client_secret: v.optional(Secret),
});

/** A change of what a form was opened with. */
export const LoginProviderChangeInput = v.object({
  id: Id,
  ...LoginProviderChange.entries,
  ...expected({ client_id: v.string() }),
});
export type LoginProviderChangeInput = v.InferOutput<typeof LoginProviderChangeInput>;

/** An account at a provider that opens the caller's account. */
export const LoginIdentity = v.object({
  id: v.string(),
  slug: v.string(),
  name: v.string(),
  email: v.string(),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});
export type LoginIdentity = v.InferOutput<typeof LoginIdentity>;

/** What a provider sends a browser back with. */
export const ProviderAnswer = v.object({
  slug: ProviderSlug,
  state: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  code: v.optional(v.pipe(v.string(), v.maxLength(4000))),
  iss: v.optional(v.pipe(v.string(), v.maxLength(500))),
  error: v.optional(v.pipe(v.string(), v.maxLength(200))),
  error_description: v.optional(v.pipe(v.string(), v.maxLength(2000))),
});
