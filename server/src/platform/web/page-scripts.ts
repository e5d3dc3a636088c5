import { createHash } from 'node:crypto';

/** Source of a policy for an inline script: its text is the only one that runs. */
export const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Sources of `script-src`: files of the panel's own host, and inline scripts by their hash. No nonce, because code of a
 * remote could read it from the page; no `'strict-dynamic'`, because a remote could then load scripts from anywhere.
 * Paths are left to Trusted Types: a proxy in front may change the port, which a source with a path names.
 * @param development origins of development servers
 */
export const scriptSources = (inline: readonly string[], development: readonly string[]): string =>
  ['script-src', "'self'", ...inline.map(hashSource), ...development].join(' ');

/**
 * Part of the page's inline script: the page's only policy of Trusted Types. A script's address must be one of a release,
 * on this host or on a development server; text never becomes a script. Markup from a library is let through: it cannot
 * run anything, because the content security policy allows no inline script, handler or `javascript:` address. Libraries
 * that would create a policy of their own see a browser without Trusted Types, and use the page's.
 */
export const trustedTypesScript = (development: readonly string[]): string =>
  `{let t=self.trustedTypes,o=${JSON.stringify(development)};t&&(t.createPolicy('default',{createHTML:s=>s,createScriptURL(s){let u=new URL(s,location);if(o.includes(u.origin)||u.origin==location.origin&&/^\\/(shell\\/|remotes\\/|shell-watch\\.js$)/.test(u.pathname))return s}}),Object.defineProperty(self,'trustedTypes',{value:void 0}))}`;
