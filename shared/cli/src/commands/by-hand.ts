import type { Command } from 'commander';

type Add = (group: Command) => void;
export type ByHand = Readonly<Record<string, Add>>;

/**
 * Commands that are more than one call, by group and name; each stands in for the call of its name. Loaded only for a command
 * line that names the group.
 */
export const BY_HAND: Readonly<Record<string, () => Promise<ByHand>>> = {
  sites: async () => (await import('./sites.ts')).SITES,
  apps: async () => (await import('./apps.ts')).APPS,
  backups: async () => (await import('./backups.ts')).BACKUPS,
};
