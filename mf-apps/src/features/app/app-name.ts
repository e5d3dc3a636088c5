import type { App } from '@panel/core';

/** The first label of its address, which its owner chose. */
export const prefixOfApp = ({ fqdn }: Pick<App, 'fqdn'>): string => fqdn.slice(0, fqdn.indexOf('.'));

/** The address with another first label (spec §4, Rename). */
export const renamedApp = ({ fqdn }: Pick<App, 'fqdn'>, name: string): string =>
  `${name}${fqdn.slice(fqdn.indexOf('.'))}`;
