import type { LoginProviderKind } from '@panel/contract';

/** Where a sign-in at a provider went wrong; `away`: it did not answer, or not as a working server does. */
export type Step = 'login' | 'token' | 'token-away' | 'user' | 'user-away' | 'email' | 'email-away' | 'unverified';

/** A provider refused, failed or lied. */
export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
  readonly step: Step;

  constructor(step: Step, message: string, cause?: unknown) {
    super(message, { cause });
    this.step = step;
  }
}

type Codes = Readonly<Record<Exclude<Step, 'unverified'>, string>>;

const coded = (prefix: string): Codes => ({
  login: `${prefix}M01L01`,
  token: `${prefix}M01L02`,
  'token-away': `${prefix}M01L03`,
  user: `${prefix}M02L01`,
  'user-away': `${prefix}M02L02`,
  email: `${prefix}M02L01`,
  'email-away': `${prefix}M02L02`,
});

/** The specification's codes (§8); providers that it does not name have its general ones. */
const CODES: Readonly<Record<LoginProviderKind, Codes>> = {
  github: coded('E02'),
  gitlab: coded('E03'),
  google: coded('E04'),
  bitbucket: { ...coded('E01'), email: 'E01M02L02', 'user-away': 'E01M02L03', 'email-away': 'E01M02L03' },
  oidc: {
    login: 'E1000',
    token: 'E1003',
    'token-away': 'E1004',
    user: 'E1005',
    'user-away': 'E1006',
    email: 'E1005',
    'email-away': 'E1006',
  },
};

/** Google's own text asks for another account; for others there is no code, and the page shows the message. */
const UNVERIFIED = 'E1001';

/** The query of the page that says what went wrong. */
export function problemQuery(kind: LoginProviderKind, name: string, step: Step): URLSearchParams {
  if (step !== 'unverified') return new URLSearchParams({ error: CODES[kind][step] });
  if (kind === 'google') return new URLSearchParams({ error: UNVERIFIED });
  const message = `${name} has not verified your email address. Verify it there, then sign in again.`;
  return new URLSearchParams({ error: 'email', message });
}
