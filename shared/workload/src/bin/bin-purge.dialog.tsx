import { t } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { binnedCount, usePurgeBinned, type Binned, type BinKind } from '@panel/resources/bin';

type Props = { kind: BinKind; items: readonly Binned[]; onDone: () => void; onClose: () => void };

/** What a deletion for good takes, and what it leaves. */
const factsOf = (kind: BinKind, items: readonly Binned[]) =>
  kind === 'site'
    ? {
        goes: [
          ...items.map(({ fqdn }) => t('{fqdn}: files, database and backups', { fqdn })),
          t('Their addresses, which others can then use'),
        ],
        stays: [t('Your other sites'), t('Your account')],
      }
    : {
        goes: [
          ...items.map(({ fqdn }) => t('{fqdn}: releases, builds, logs, settings and backups', { fqdn })),
          t('Their addresses, which others can then use'),
        ],
        stays: [t('Your repositories'), t('Your other applications'), t('Your account')],
      };

/** Deletes what is in the bin for good, after one confirmation. */
export function BinPurgeDialog({ kind, items, onDone, onClose }: Props) {
  const purge = usePurgeBinned(kind, onDone);
  const [only, second] = items;
  const isOne = only !== undefined && second === undefined;
  const name = isOne ? only.fqdn : binnedCount(kind, items.length);
  const one = kind === 'site' ? t('Delete site for good') : t('Delete application for good');
  return (
    <ConfirmDestroy
      open
      title={isOne ? one : t('Delete {what} for good', { what: name })}
      name={name}
      facts={factsOf(kind, items)}
      confirmations={[]}
      confirmLabel={t('Delete now')}
      busy={purge.isPending}
      error={purge.error}
      onConfirm={() => purge.mutate(items)}
      onClose={onClose}
    />
  );
}
