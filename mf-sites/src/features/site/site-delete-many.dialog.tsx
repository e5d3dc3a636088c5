import { t } from '@panel/core';
import { isKeptInBin } from '@panel/contract/status';
import type { Site } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { binNote } from '@panel/resources/bin';
import { useDeleteSites, type BulkItem } from '@panel/resources/site';

type Props = {
  sites: readonly Site[];
  onStarted: (items: BulkItem[]) => void;
  onDone: () => void;
  onClose: () => void;
};

/** Deletes the selected sites after one confirmation. Afterwards the list shows them as deleting until they are gone. */
export function SiteDeleteManyDialog({ sites, onStarted, onDone, onClose }: Props) {
  const remove = useDeleteSites(onDone, onStarted);
  const count = sites.length;
  const label = t('Delete {count, plural, one {# site} other {# sites}}', { count });
  return (
    <ConfirmDestroy
      open
      title={label}
      name={t('{count, plural, one {# site} other {# sites}}', { count })}
      facts={{ goes: sites.map(({ fqdn }) => fqdn), stays: [t('Your other sites'), t('Your account')] }}
      note={sites.some(isKeptInBin) ? binNote(true) : undefined}
      confirmations={[t('Files and database of each site will be deleted.')]}
      confirmLabel={label}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(sites)}
      onClose={onClose}
    />
  );
}
