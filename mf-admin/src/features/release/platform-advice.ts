import { AGAINST_RELEASE, platformErrors, type PlatformError } from '@panel/contract/platform-errors';

/** What to do about each platform error, for whoever is woken by it. Its page in docs/errors begins with the same words, which a test holds. */
const ADVICE: Readonly<Record<PlatformError, string>> = {
  P101: 'Bring the storage of releases back; the server finds it by itself. Is only this release gone, roll back, or release it again from its commit: that puts its files back.',
  P102: 'The signature beside its manifest is missing in the storage. Roll back, or release it again from its commit: that puts its files back.',
  P103: 'Somebody changed the manifest in the storage, or its key is no longer trusted. Roll back, and find out who writes to the storage.',
  P104: 'A well-signed manifest of another release stands in its place, e.g. an old one that was put back. Roll back, and release it again from its commit, or restore the storage to the day of the database.',
  P201: 'The browser did not get the file: storage, network or a proxy on the way. When it meets many partners at once, look at the storage; otherwise wait for the fallback.',
  P202: 'A proxy, a firewall or a sign-in page answers in place of the file. Open the address of the file and look at what comes.',
  P203: 'What came is not what was signed, so it did not run. Something on the way or in the storage changes files. Roll back, and look for it.',
  P204: 'It took longer than 8 seconds. Look at the load times beside it: slow everywhere is the storage or the network, slow once is one visitor.',
  P205: 'The file came and ended early: it is cut off, or throws while it starts. Roll back; the team that owns it has to look at this version.',
  P206: 'A later part of its program could not be had. After a clean-up with too few days, old tabs meet this; otherwise as P201.',
  P207: 'A link leads to a page that this version does not have. Nothing is broken; the link or the version has to change.',
  P208: 'The page threw while it ran. Hold the version back or roll back, and give the number of errors to the team that owns it.',
  P301: 'The panel itself did not answer with its list of sections. Open pages go on. Look at the server.',
  P302: 'Somebody switched it off; who and when stands under Changes.',
};

/** A platform error as it is shown: its words, whether it speaks against the release, what to do. Null for one that is not known here. */
export function explain(number: string): { words: string; isAgainstRelease: boolean; advice: string } | null {
  if (!Object.hasOwn(platformErrors, number)) return null;
  const known = number as PlatformError;
  return { words: platformErrors[known], isAgainstRelease: AGAINST_RELEASE.includes(known), advice: ADVICE[known] };
}

export const wordsOf = (number: string): string =>
  explain(number)?.words ?? 'An error that this version of the page does not know.';
