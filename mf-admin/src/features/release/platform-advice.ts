import { t, translated } from '@panel/core';
import { AGAINST_RELEASE, platformErrors, type PlatformError } from '@panel/contract/platform-errors';

/** First aid for each platform error. A test checks that its page in docs/errors begins with the same text. */
const ADVICE: Readonly<Record<PlatformError, string>> = {
  P101: t(
    'Restore the release storage; the server reconnects by itself. If only this release is missing, roll back or release it again from its commit, which restores its files.',
  ),
  P102: t(
    'The signature of its manifest is missing from the storage. Roll back, or release it again from its commit, which restores its files.',
  ),
  P103: t(
    'The manifest in the storage was changed, or its key is no longer trusted. Roll back, and find out who writes to the storage.',
  ),
  P104: t(
    'A validly signed manifest of another release is in its place, for example an old one that was restored. Roll back and release it again from its commit, or restore the storage to the same day as the database.',
  ),
  P105: t(
    'An operator revoked it because it is unsafe, and no other release can run instead. Promote another version or release a new one; the revoked one never runs again.',
  ),
  P201: t(
    'The browser did not get the file because of the storage, the network or a proxy. If many partners are affected, check the storage; otherwise wait for the fallback.',
  ),
  P202: t(
    'A proxy, a firewall or a sign-in page responds instead of the file. Open the address of the file and check the response.',
  ),
  P203: t(
    'The file is not what was signed, so it did not run. A proxy or the storage changes files. Roll back, and find the cause.',
  ),
  P204: t(
    'It took longer than 8 seconds. Check the load times beside it: slow everywhere points to the storage or the network, slow once to one visitor.',
  ),
  P205: t(
    'The file is truncated, or the shell throws while it starts. Roll back; the team that owns it has to investigate this version.',
  ),
  P206: t(
    'A later part of its code didn’t load. Old tabs see this after a clean-up with too few days; otherwise see P201.',
  ),
  P207: t(
    'A link leads to a page that this version does not have. Nothing is broken; the link or the version has to change.',
  ),
  P208: t(
    'The page threw while it ran. Hold the version back or roll back, and report the number of errors to the team that owns it.',
  ),
  P209: t(
    'A module threw while it was evaluated, so no page could be shown. Roll back; the message and the stack tell the team that owns it where.',
  ),
  P301: t('The panel itself did not return its list of sections. Open pages continue. Check the server.'),
  P302: t('Someone turned it off. See Changes for who and when.'),
  P401: t(
    'The remote runs in a page that is not the panel’s, and that page lacks a shared module. Its team adds the module to `shared` of their host.',
  ),
};

/**
 * A platform error for display: its message, whether it counts against the release, what to do. Null for an unknown
 * number.
 */
export function explain(
  number: string,
): { number: PlatformError; words: string; isAgainstRelease: boolean; advice: string } | null {
  if (!Object.hasOwn(platformErrors, number)) return null;
  const known = number as PlatformError;
  return {
    number: known,
    words: translated(platformErrors[known]),
    isAgainstRelease: AGAINST_RELEASE.includes(known),
    advice: ADVICE[known],
  };
}

export const wordsOf = (number: string): string =>
  explain(number)?.words ?? t('An error that this version of the page does not know.');
