import { t } from '@panel/core';
import { productsFor } from '@panel/contract/schemas';
import { ConfirmDialog, Stack, Text } from '@panel/ui';
import { BULK_LABELS, bulkCount, useStartLicenses, type LicenseChange } from '@panel/resources/bulk';
import type { BulkDraft } from '@panel/workload/bulk';
import { useLicenseChoice } from './use-license-choice.tsx';

type Props = { draft: BulkDraft; onStarted: (id: string) => void; onClose: () => void };

/** Asks which plan the sites or applications of many customers get, and whether licenses are issued for it. */
export function BulkLicenseDialog({ draft: { subject, action, selection, count }, onStarted, onClose }: Props) {
  const { product, issue, fields } = useLicenseChoice(productsFor(subject), {
    label: t('Issue licenses'),
    help: t('Free licenses of each customer are used first. Where none is left, one is issued for this term.'),
    without: t('Don’t issue any'),
  });
  const start = useStartLicenses(onStarted);
  return (
    <ConfirmDialog
      title={t('{action}: {count}', { action: BULK_LABELS[action], count: bulkCount(subject, count) })}
      confirmLabel={BULK_LABELS[action]}
      busy={start.isPending}
      error={start.error}
      disabledReason={product ? null : t('Choose a license first.')}
      onConfirm={() => start.mutate({ subject, selection, product, ...(issue && { issue }) } as LicenseChange)}
      onClose={onClose}
    >
      <Stack gap={3}>
        {fields}
        <Text as="p">{t('The licenses that they had are free again.')}</Text>
        <Text as="p">{t('Those for which nothing changes are passed over. You see the result for each.')}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
