import type { Sentence } from '@panel/contract';
import { sentence } from '../../lib/sentence.ts';
import { HostingError, type Failure, type HostingErrorCode } from '../hosting-error.ts';
import type { FetchFault } from './child/answer.ts';

type Fault = { code: HostingErrorCode; text: Sentence; retryable?: true };

/** What people read when the code of a build cannot be fetched. */
const FETCHING: Readonly<Record<FetchFault, Fault>> = {
  private: {
    code: 'SOURCE_UNAVAILABLE',
    text: sentence(
      'The repository is private, or the token is not valid for it. Connect it again, or enter a token that can read it.',
    ),
  },
  gone: {
    code: 'SOURCE_UNAVAILABLE',
    text: sentence('There is no repository at this address. Check its address and name.'),
  },
  empty: {
    code: 'SOURCE_UNAVAILABLE',
    text: sentence('The repository is empty. Push a first commit, then deploy again.'),
  },
  branch: {
    code: 'SOURCE_UNAVAILABLE',
    text: sentence('The repository has no branch of this name. Choose another branch.'),
  },
  commit: {
    code: 'SOURCE_UNAVAILABLE',
    text: sentence('The repository no longer has this commit. Deploy the newest commit of the branch.'),
  },
  unreachable: {
    code: 'SOURCE_UNAVAILABLE',
    text: sentence(
      'The server of the repository cannot be reached, or is not a public server. Check its address, then try again.',
    ),
    retryable: true,
  },
  link: {
    code: 'SOURCE_REFUSED',
    text: sentence(
      'The repository has a symbolic link that leads out of it. Remove this link, then deploy again: {detail}',
    ),
  },
  large: {
    code: 'LIMIT',
    text: sentence(
      'The repository is too large for a build. Remove files that the application does not need, or keep them elsewhere.',
    ),
  },
  folder: {
    code: 'BUILD_FAILED',
    text: sentence('The repository has no folder of this name. Change the root folder: {detail}'),
  },
  manifest: {
    code: 'BUILD_FAILED',
    text: sentence('The file package.json is not valid JSON. Correct it, then deploy again.'),
  },
  failed: {
    code: 'SOURCE_UNAVAILABLE',
    text: sentence('The code could not be fetched. Try again in a few minutes.'),
    retryable: true,
  },
};

/** The error of code that cannot be fetched. */
export function fetchFailed(fault: FetchFault, detail: string): HostingError {
  const { code, text, retryable = false } = FETCHING[fault];
  const message = text.template.endsWith('{detail}') ? sentence(text.template, { detail }) : text;
  return new HostingError(code, message, { retryable, detail });
}

/** Of a step of the build that was stopped at a limit. */
const limit = (failure: Failure, why: Sentence): HostingError =>
  new HostingError('LIMIT', [failure, why], { retryable: false });

export const outOfMemory = (failure: Failure): HostingError =>
  limit(
    failure,
    sentence('It needed more memory than a build may use (2 GB). Build less at once, or make less output.'),
  );
export const outOfProcesses = (failure: Failure): HostingError =>
  limit(failure, sentence('It started more processes than a build may have. Look for a script that starts itself.'));
export const outOfTime = (failure: Failure, ms: number): HostingError =>
  limit(
    failure,
    sentence('It took longer than {minutes} minutes. Look in the log for what it waited for.', {
      minutes: Math.round(ms / 60_000),
    }),
  );
export const outOfDisk = (failure: Failure, bytes: number): HostingError =>
  limit(
    failure,
    sentence(
      'It wrote more than a build may use ({size} GB, 500,000 files). Write less, or delete what is not needed.',
      { size: Math.round(bytes / 1024 ** 3) },
    ),
  );
export const commandFailed = (failure: Failure, code: number): HostingError =>
  new HostingError(
    'BUILD_FAILED',
    [failure, sentence('The command failed with exit code {code}. See the log for details.', { code })],
    { retryable: false },
  );
export const noOutput = (folders: readonly string[]): HostingError =>
  new HostingError(
    'BUILD_FAILED',
    sentence('The build made no index.html in {folders}. Enter the output folder in the build settings.', {
      // The root folder.
      folders: folders.map((name) => name || '/').join(', '),
    }),
    { retryable: false },
  );
/** Said before the build: Next.js waits for these fonts for minutes. */
export const noFonts = (): HostingError =>
  new HostingError(
    'BUILD_FAILED',
    'The code uses fonts of Google (next/font/google), which Next.js fetches while it builds. Let the build reach public addresses in the build settings, or use next/font/local.',
    { retryable: false },
  );
export const noStart = (): HostingError =>
  new HostingError(
    'BUILD_FAILED',
    'It is not known how this server starts. Add a script "start" to package.json, or enter a start command in the build settings.',
    { retryable: false },
  );
