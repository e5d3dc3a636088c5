import { HostingError, type HostingErrorCode } from '../hosting-error.ts';
import type { FetchFault } from './child/answer.ts';

type Fault = { code: HostingErrorCode; text: string; retryable?: true };

/** What people read when the code of a build cannot be fetched. */
const FETCHING: Readonly<Record<FetchFault, Fault>> = {
  private: {
    code: 'SOURCE_UNAVAILABLE',
    text: 'The repository is private, or the token is not valid for it. Connect it again, or enter a token that can read it.',
  },
  gone: { code: 'SOURCE_UNAVAILABLE', text: 'There is no repository at this address. Check its address and name.' },
  empty: { code: 'SOURCE_UNAVAILABLE', text: 'The repository is empty. Push a first commit, then deploy again.' },
  branch: { code: 'SOURCE_UNAVAILABLE', text: 'The repository has no branch of this name. Choose another branch.' },
  commit: {
    code: 'SOURCE_UNAVAILABLE',
    text: 'The repository no longer has this commit. Deploy the newest commit of the branch.',
  },
  unreachable: {
    code: 'SOURCE_UNAVAILABLE',
    text: 'The server of the repository cannot be reached, or is not a public server. Check its address, then try again.',
    retryable: true,
  },
  link: {
    code: 'SOURCE_REFUSED',
    text: 'The repository has a symbolic link that leads out of it. Remove this link, then deploy again:',
  },
  large: {
    code: 'LIMIT',
    text: 'The repository is too large for a build. Remove files that the application does not need, or keep them elsewhere.',
  },
  folder: { code: 'BUILD_FAILED', text: 'The repository has no folder of this name. Change the root folder:' },
  manifest: { code: 'BUILD_FAILED', text: 'The file package.json is not valid JSON. Correct it, then deploy again.' },
  failed: {
    code: 'SOURCE_UNAVAILABLE',
    text: 'The code could not be fetched. Try again in a few minutes.',
    retryable: true,
  },
};

/** The error of code that cannot be fetched. */
export function fetchFailed(fault: FetchFault, detail: string): HostingError {
  const { code, text, retryable = false } = FETCHING[fault];
  const message = text.endsWith(':') ? `${text} ${detail}` : text;
  return new HostingError(code, message, { retryable, detail });
}

const limit = (text: string): HostingError => new HostingError('LIMIT', text, { retryable: false });

export const outOfMemory = (doing: string): HostingError =>
  limit(
    `${doing} needed more memory than a build may use (2 GB), so it was ended. Build less at once, or make less output.`,
  );
export const outOfProcesses = (doing: string): HostingError =>
  limit(
    `${doing} started more processes than a build may have, so it was ended. Look for a script that starts itself.`,
  );
export const outOfTime = (doing: string, ms: number): HostingError =>
  limit(
    `${doing} took longer than ${Math.round(ms / 60_000)} minutes and was ended. Look in the log for what it waited for.`,
  );
export const outOfDisk = (doing: string, bytes: number): HostingError =>
  limit(
    `${doing} wrote more than a build may use (${Math.round(bytes / 1024 ** 3)} GB, 500,000 files), so it was ended. Write less, or delete what is not needed.`,
  );
export const commandFailed = (doing: string, code: number): HostingError =>
  new HostingError('BUILD_FAILED', `${doing} failed with exit code ${code}. The log says why.`, { retryable: false });
export const noOutput = (folders: readonly string[]): HostingError =>
  new HostingError(
    'BUILD_FAILED',
    `The build made no index.html in ${folders.map((name) => name || 'the root folder').join(', ')}. Enter the output folder in the build settings.`,
    { retryable: false },
  );
export const noStart = (): HostingError =>
  new HostingError(
    'BUILD_FAILED',
    'It is not known how this server starts. Add a script "start" to package.json, or enter a start command in the build settings.',
    { retryable: false },
  );
