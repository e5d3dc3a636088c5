import type { SiteAgent } from '../agent/index.ts';
import type { Check, Endpoint, Verification } from '../driver.ts';
import { plainText } from '../../lib/plain-text.ts';
import { HostingError } from '../hosting-error.ts';
import type { HostingRuntime } from '../runtime/prepare-runtime.ts';
import { askFollowing } from './ask-site.ts';
import type { SiteFolder, SiteRecord } from './site-folder.ts';

/** Time limit for all pages of one verification, redirects included. */
const PAGES_MS = 30_000;
const MAX_DETAIL = 300;

type Deps = {
  folder: SiteFolder;
  record: SiteRecord;
  fqdn: string;
  endpoint: Endpoint;
  agent: SiteAgent;
  runtime: HostingRuntime;
};

/** A running site that is asked, and how. */
export type Asked = Deps & {
  /** The public address with the host name that is asked for. */
  publicUrl: string;
  signal: AbortSignal;
  /** Requests a page, which must be HTML. */
  page(target: string, name: string): Promise<Check>;
};

/**
 * Requests a site over HTTP under its host name, with the checks of its kind; by default its home page answers.
 */
export async function verifySite(
  verify: ((asked: Asked) => Promise<Verification>) | undefined,
  deps: Deps,
): Promise<Verification> {
  const publicUrl = withHost(deps.record.url, deps.fqdn);
  const signal = AbortSignal.timeout(PAGES_MS);
  const page = (target: string, name: string) => askPage(deps.endpoint, publicUrl, target, name, signal);
  if (verify) return verify({ ...deps, publicUrl, signal, page });
  const check = await page('/', 'The home page answers');
  return { ok: check.ok, checks: [check], info: { wpVersion: null, phpVersion: null } };
}

async function askPage(
  endpoint: Endpoint,
  publicUrl: string,
  target: string,
  name: string,
  signal: AbortSignal,
): Promise<Check> {
  try {
    const answer = await askFollowing(endpoint, publicUrl, target, signal);
    const html = answer.contentType.startsWith('text/html');
    return {
      name,
      ok: answer.status === 200 && html,
      detail: plainText(`${answer.status} ${answer.contentType}`, MAX_DETAIL),
    };
  } catch (error) {
    const late = signal.aborted ? 'The page did not answer in time.' : null;
    return {
      name,
      ok: false,
      detail: (late ?? (error instanceof Error ? error.message : String(error))).slice(0, MAX_DETAIL),
    };
  }
}

/** The public address with another host name and the same port and scheme. */
function withHost(url: string, fqdn: string): string {
  const next = new URL(url);
  next.hostname = fqdn;
  return next.origin;
}

/** The error for a site whose checks failed. */
export function notVerified(failures: string[]): HostingError {
  return new HostingError(
    'NOT_VERIFIED',
    'The site was set up but does not answer as it should. Try again; if it keeps failing, contact support.',
    {
      retryable: true,
      detail: failures.join('; '),
    },
  );
}
