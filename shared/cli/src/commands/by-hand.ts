import type { Command } from 'commander';
import { APPS } from './apps.ts';
import { BACKUPS } from './backups.ts';
import { SITES } from './sites.ts';

type Add = (group: Command) => void;

/** Commands that are more than one call, by group and name; each stands in for the call of its name. */
export const BY_HAND: Readonly<Record<string, Readonly<Record<string, Add>>>> = {
  sites: SITES,
  apps: APPS,
  backups: BACKUPS,
};
