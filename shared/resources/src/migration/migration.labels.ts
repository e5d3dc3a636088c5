import { t, translated } from '@panel/core';
import { MIGRATION_STATUSES, migrationStatusLabels } from '@panel/contract/status';
import type { Migration } from '@panel/core';

const TYPES: Readonly<Record<Migration['type'], string>> = {
  host: t('Host'),
  backup: t('Backup'),
  plugin: t('Plugin'),
};

/** What people call the types (spec §3). */
export const typeLabel = (type: Migration['type']): string => TYPES[type];

export const statusLabel = (status: Migration['status']): string => translated(migrationStatusLabels[status].label);

/** What each type needs from the customer. */
export const TYPE_OPTIONS = [
  { value: 'host', label: typeLabel('host'), help: t('You have a link to an archive from your present host.') },
  { value: 'backup', label: typeLabel('backup'), help: t('You have a backup of the site as a zip or tar.gz file.') },
  { value: 'plugin', label: typeLabel('plugin'), help: t('You have a link that a migration plugin made.') },
] as const satisfies { value: Migration['type']; label: string; help: string }[];

/** What happens next, in words. */
export const nextStep = ({ status, fqdn }: Pick<Migration, 'status' | 'fqdn'>): string => {
  switch (status) {
    case 'pending':
      return t('Our team starts the migration. Your present site stays as it is, and we notify you here.');
    case 'inprogress':
      return t(
        'We copy your site to an address of its own and compare the copy with the original. Your present site stays as it is.',
      );
    case 'completed':
      return t('The copy is complete. Look at it, then move it to {fqdn}. Your present site stays as it is.', { fqdn });
    case 'ready':
      return t('Your site answers at {fqdn}.', { fqdn });
    case 'cancelled':
      return t('This migration was cancelled. Nothing was moved.');
    case 'failed':
      return t('Nothing was moved. Your present site stays as it is.');
  }
};

/** How many pages of the copy are like the original, in words. */
export const comparedLabel = ({ pages }: NonNullable<Migration['rehearsal']>): string => {
  const same = pages.filter(({ difference }) => difference === null).length;
  return t('{same} of {count, plural, one {# page} other {# pages}} without a difference', {
    same,
    count: pages.length,
  });
};

/** What the move to the address brought over, in words. */
export function carriedLabel(carried: NonNullable<Migration['carried']>): string {
  switch (carried.result) {
    case 'none':
      return t('No newer backup was uploaded, so the site is as in the backup of the copy.');
    case 'unchanged':
      return t('The archive was still the same as that of the copy, so there was nothing to bring over.');
    case 'carried':
      return t('A newer archive replaced the content of the copy before the move.');
  }
}

/** How much of two pictures is equal; 100 % only where everything is. */
export const similarityLabel = (similarity: number): string =>
  t('{percent}% alike', { percent: Math.floor(similarity * 100) });

/** What lists call a migration: where the site comes from. */
export const sourceLabel = ({ source_url, file_name, sharingLink }: Migration): string =>
  source_url ? new URL(source_url).host : (file_name ?? new URL(sharingLink ?? 'https://-').host);

const OPTIONS = MIGRATION_STATUSES.map((value) => ({ value, label: statusLabel(value) }));

/** The status filter of a list of migrations, as properties of a `Select`. */
export const statusFilter = (statuses: readonly string[], onChange: (statuses: string[]) => void) => ({
  'aria-label': t('Status'),
  placeholder: t('All statuses'),
  options: OPTIONS,
  value: OPTIONS.find(({ value }) => value === statuses[0])?.value ?? ('' as const),
  onChange: (value: string) => onChange(value ? [value] : []),
});

/** For whom a migration waits and since when; null while it is worked on, and once it has ended. */
export function waitingFor({
  status,
  created_at,
  updated_at,
}: Pick<Migration, 'status' | 'created_at' | 'updated_at'>): { whom: string; since: string } | null {
  if (status === 'pending') return { whom: t('For your team'), since: created_at };
  // The copy is there, and whoever asked for it says when it moves.
  return status === 'completed' ? { whom: t('For the customer'), since: updated_at } : null;
}
