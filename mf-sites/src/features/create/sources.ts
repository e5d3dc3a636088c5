import { t } from '@panel/core';
/** What a new site can start from, in the order of the wizard. */
export const SOURCES = [
  { value: 'blank', label: t('A fresh WordPress'), help: t('The default theme and an example post.') },
  {
    value: 'blueprint',
    label: t('A blueprint'),
    help: t('The plugins, themes and settings of a site you have built.'),
  },
  {
    value: 'backup',
    label: t('A backup'),
    help: t('Files, database and users of one of your sites, at a new address.'),
  },
  {
    value: 'file',
    label: t('Your files'),
    help: t('A zip of a static site with an index.html, or of wp-content with a database dump (.sql).'),
  },
] as const;
export type SourceKey = (typeof SOURCES)[number]['value'];

/** Whether WordPress is installed, with a title and an administrator of its own. */
export const isInstalled = (source: SourceKey): boolean => source === 'blank' || source === 'blueprint';
