import type { App } from '@panel/core';

const TYPES: Readonly<Record<App['type'], string>> = {
  manual: 'Manual',
  fullstack: 'Full-stack',
  frontend: 'Front-end',
};

/** What people call a kind of application. */
export const typeLabel = (type: App['type']): string => TYPES[type];
