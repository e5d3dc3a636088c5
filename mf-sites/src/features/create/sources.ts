/** What a new WordPress site can start from, in the order of the wizard. */
export const SOURCES = [
  { value: 'blank', label: 'A fresh WordPress', help: 'The default theme and an example post.' },
  { value: 'blueprint', label: 'A blueprint', help: 'The plugins, themes and settings of a site you have built.' },
] as const;
export type SourceKey = (typeof SOURCES)[number]['value'];
