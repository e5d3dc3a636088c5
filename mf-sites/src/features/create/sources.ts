/** What a new site can start from, in the order of the wizard. */
export const SOURCES = [
  { value: 'blank', label: 'A fresh WordPress', help: 'The default theme and an example post.' },
  { value: 'blueprint', label: 'A blueprint', help: 'The plugins, themes and settings of a site you have built.' },
  { value: 'backup', label: 'A backup', help: 'Files, database and users of one of your sites, at a new address.' },
  {
    value: 'file',
    label: 'Your files',
    help: 'A zip of a static site with an index.html, or of wp-content with a database dump (.sql).',
  },
] as const;
export type SourceKey = (typeof SOURCES)[number]['value'];

/** Whether WordPress is installed, with a title and an administrator of its own. */
export const isInstalled = (source: SourceKey): boolean => source === 'blank' || source === 'blueprint';
