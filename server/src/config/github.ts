import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { url } from './schemas.ts';

const secret = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{8,500}$/));

/** The key itself, also with `\n` for its line breaks, or the file that has it. */
function readKey(given: string): string {
  const pem = given.includes('-----BEGIN') ? given.replaceAll('\\n', '\n') : readFileSync(given, 'utf8');
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const privateKey = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return readKey(dataset.value);
    } catch {
      addIssue({ message: 'unreadable' });
      return NEVER;
    }
  }),
);

/** The variables of GitHub, and of the App with which customers connect it. */
export const githubVariables = {
  GITHUB_API_URL: {
    schema: url('http:', 'https:'),
    fallback: 'https://api.github.com',
    allowed: 'the address of the REST API of GitHub, or of a GitHub Enterprise Server like https://host/api/v3',
  },
  GITHUB_URL: {
    schema: url('http:', 'https:'),
    fallback: undefined,
    allowed: 'the address of the website that belongs to GITHUB_API_URL, or nothing for the usual one',
  },
  GITHUB_APP_ID: {
    schema: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)),
    fallback: undefined,
    allowed: 'the number of a GitHub App, or nothing for none',
  },
  GITHUB_APP_CLIENT_ID: {
    schema: v.pipe(v.string(), v.regex(/^[\w.-]{4,100}$/)),
    fallback: undefined,
    allowed: 'the client ID of the GitHub App',
  },
  GITHUB_APP_CLIENT_SECRET: { schema: secret, fallback: undefined, allowed: 'a client secret of the GitHub App' },
  GITHUB_APP_PRIVATE_KEY: {
    schema: privateKey,
    fallback: undefined,
    allowed: 'a private key of the GitHub App (PEM), or the file that has it',
  },
  GITHUB_APP_WEBHOOK_SECRET: { schema: secret, fallback: undefined, allowed: 'the webhook secret of the GitHub App' },
  GITHUB_APP_CALLBACK_URL: {
    schema: url('http:', 'https:'),
    fallback: undefined,
    allowed: 'the callback address that is registered with the GitHub App, or nothing for that of each panel',
  },
} as const;

type AppVariable =
  | 'GITHUB_APP_ID'
  | 'GITHUB_APP_CLIENT_ID'
  | 'GITHUB_APP_CLIENT_SECRET'
  | 'GITHUB_APP_PRIVATE_KEY'
  | 'GITHUB_APP_WEBHOOK_SECRET';
type Parsed = { GITHUB_API_URL: string; GITHUB_URL: string | undefined } & {
  [name in AppVariable | 'GITHUB_APP_CALLBACK_URL']: string | undefined;
};

/** The GitHub App of this installation, of all its partners. */
export type GithubAppSettings = {
  id: string;
  clientId: string;
  clientSecret: string;
  /** PKCS #8. */
  privateKey: string;
  webhookSecret: string;
  /** The one address that GitHub sends browsers back to, from where they come to the panel that sent them; else each panel's own. */
  callbackUrl: string | undefined;
};

export type GithubConfig = {
  githubApiUrl: string;
  /** The website beside the API. */
  githubUrl: string;
  /** Undefined where customers give an access token instead. */
  githubApp: GithubAppSettings | undefined;
};

/** The usual address of the website beside an API. */
export const websiteOf = (apiUrl: string): string =>
  new URL(apiUrl).host === 'api.github.com' ? 'https://github.com' : new URL(apiUrl).origin;

/** Which variables of the App are missing beside those that are set. */
export const missingOfGithubApp = (parsed: Parsed): readonly string[] => {
  const names = [
    'GITHUB_APP_ID',
    'GITHUB_APP_CLIENT_ID',
    'GITHUB_APP_CLIENT_SECRET',
    'GITHUB_APP_PRIVATE_KEY',
    'GITHUB_APP_WEBHOOK_SECRET',
  ] as const;
  const missing = names.filter((name) => parsed[name] === undefined);
  return missing.length === names.length ? [] : missing;
};

export function githubConfig(parsed: Parsed): GithubConfig {
  const githubApiUrl = parsed.GITHUB_API_URL.replace(/\/$/, '');
  const {
    GITHUB_APP_ID: id,
    GITHUB_APP_CLIENT_ID: clientId,
    GITHUB_APP_CLIENT_SECRET: clientSecret,
    GITHUB_APP_PRIVATE_KEY: key,
    GITHUB_APP_WEBHOOK_SECRET: webhookSecret,
  } = parsed;
  return {
    githubApiUrl,
    githubUrl: (parsed.GITHUB_URL ?? websiteOf(githubApiUrl)).replace(/\/$/, ''),
    githubApp:
      id && clientId && clientSecret && key && webhookSecret
        ? { id, clientId, clientSecret, privateKey: key, webhookSecret, callbackUrl: parsed.GITHUB_APP_CALLBACK_URL }
        : undefined,
  };
}
