import { url } from './schemas.ts';

/** The variables of what others publish about plugins and themes. */
export const extensionVariables = {
  VULNERABILITY_FEED: {
    schema: url('http:', 'https:'),
    fallback: undefined,
    allowed: 'the address of a vulnerability feed in the format of Wordfence Intelligence, or nothing for none',
  },
  WORDPRESS_DIRECTORY_URL: {
    schema: url('http:', 'https:'),
    fallback: undefined,
    allowed: 'the address of a directory of plugins and themes like https://api.wordpress.org, or nothing for none',
  },
} as const;

type Parsed = { VULNERABILITY_FEED: string | undefined; WORDPRESS_DIRECTORY_URL: string | undefined };

export type ExtensionsConfig = {
  /** Known vulnerabilities of plugins and themes; without it none are shown. */
  vulnerabilityFeed: string | undefined;
  /** A directory of plugins and themes that speaks the API of wordpress.org; without it there is none. */
  wordpressDirectory: string | undefined;
};

export const extensionsConfig = (parsed: Parsed): ExtensionsConfig => ({
  vulnerabilityFeed: parsed.VULNERABILITY_FEED,
  wordpressDirectory: parsed.WORDPRESS_DIRECTORY_URL,
});
