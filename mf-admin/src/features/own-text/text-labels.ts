import { t } from '@panel/core';
import type { DictionaryKey } from '@panel/contract/own-texts';

const AROUND = t('Around every page');
const SEVERAL = t('Several pages');

const PLACES: Readonly<Record<string, string>> = {
  'mf-account': t('Account'),
  'mf-admin': t('Administration'),
  'mf-apps': t('Applications'),
  'mf-help': t('Help'),
  'mf-sites': t('Sites'),
  server: t('Emails'),
  contract: t('Errors, notifications and tasks'),
  ...{ shell: AROUND, frame: AROUND, ui: SEVERAL, core: SEVERAL, resources: SEVERAL, workload: SEVERAL },
};

/** Where a text appears, by the packages that say it; of a remote that is not the panel's own, its name. */
export const placesOf = (where: readonly string[]): string =>
  [...new Set(where.map((name) => PLACES[name] ?? name))].join(', ');

type Entry = { label: string; help: string };
const ADDRESS = t('In the menu of help and support. Without an address there is no entry.');

/** Entries of the dictionary that are no texts of the panel. */
export const ENTRIES: Readonly<Record<DictionaryKey, Entry>> = {
  login_blurb: { label: t('Text beside the sign-in form'), help: t('In place of the sentence about your company.') },
  SUPPORT_DOCUMENTATION_LINK: { label: t('Address of your documentation'), help: ADDRESS },
  SUPPORT_COMMUNITY_LINK: { label: t('Address of your community forum'), help: ADDRESS },
  SUPPORT_FEATURE_REQUESTS_LINK: { label: t('Address for feature requests'), help: ADDRESS },
};
