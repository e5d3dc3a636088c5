import type { BinnedSite } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { usePurgeSites } from '@panel/resources/bin';
import { counted } from '@panel/resources/site';

type Props = { sites: readonly BinnedSite[]; onDone: () => void; onClose: () => void };

/** Deletes sites of the bin for good, after one confirmation. */
export function BinPurgeDialog({ sites, onDone, onClose }: Props) {
  const purge = usePurgeSites(onDone);
  const name = sites.length === 1 ? sites.map(({ fqdn }) => fqdn).join() : counted(sites.length, 'site');
  return (
    <ConfirmDestroy
      open
      title={sites.length === 1 ? 'Delete site for good' : `Delete ${name} for good`}
      name={name}
      facts={{
        goes: [
          ...sites.map(({ fqdn }) => `${fqdn}: files, database and backups`),
          'Their addresses, which others can then use',
        ],
        stays: ['Your other sites', 'Your account'],
      }}
      confirmations={[]}
      confirmLabel="Delete now"
      busy={purge.isPending}
      error={purge.error}
      onConfirm={() => purge.mutate(sites)}
      onClose={onClose}
    />
  );
}
