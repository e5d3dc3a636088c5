/**
 * Numbered errors of the platform: why a section is unavailable. The number is shown with the error, included in the
 * browser's report, and has a page in docs/errors for incidents. 1xx: the release itself · 2xx: its code in the
 * browser · 3xx: the registry · 4xx: a remote in a page that is not the panel's.
 */
export const platformErrors = {
  P101: 'Its release is not in the storage.',
  P102: 'Its release is not signed.',
  P103: 'Its release is signed with a key that is not trusted, or was changed after it was signed.',
  P104: 'The storage holds another release than the one that was published.',
  P105: 'Its version was withdrawn.',
  P201: 'Its code didn’t load.',
  P202: 'The server sent something other than its code.',
  P203: 'Its code is not what was released.',
  P204: 'It took too long to load.',
  P205: 'Its code stopped before it was ready.',
  P206: 'Part of its code didn’t load.',
  P207: 'Its current version doesn’t have this page.',
  P208: 'The page failed while running.',
  P209: 'Its code had an error while loading.',
  P301: 'The list of sections didn’t load.',
  P302: 'It’s turned off at the moment.',
  P401: 'The page that loads it doesn’t share what it needs.',
} as const;

export type PlatformError = keyof typeof platformErrors;
export const PLATFORM_ERRORS = Object.keys(platformErrors) as [PlatformError, ...PlatformError[]];

/** Failures that count against the release, unlike network failures or those of one page's data. */
export const AGAINST_RELEASE: readonly PlatformError[] = [
  'P101',
  'P102',
  'P103',
  'P104',
  'P201',
  'P202',
  'P203',
  'P204',
  'P205',
  'P206',
  'P208',
  'P209',
];

/**
 * Cookie with the release of the shell (`shell@version`) that this browser could not run: its page views get another
 * one for this long, if there is one. The page sets it, so its content is untrusted.
 */
export const AVOID_COOKIE = 'panel_avoid';
export const AVOID_SECONDS = 600;
