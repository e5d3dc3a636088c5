import { useState } from 'react';
import { t, type DistributeInput } from '@panel/core';
import { LICENSE_PRODUCTS, LICENSE_TERMS, productsFor } from '@panel/contract/schemas';
import { Checkbox, ConfirmDialog, Field, Select, Stack, Text } from '@panel/ui';
import { BULK_LABELS, bulkCount, useStartLicenses, type LicenseChange } from '@panel/resources/bulk';
import { useProductNames } from '@panel/resources/catalog';
import { termLabel } from '@panel/resources/license';
import type { BulkDraft } from '@panel/workload/bulk';

type Props = { draft: BulkDraft; onStarted: (id: string) => void; onClose: () => void };

const NEVER = 'never';
const TERMS = [
  { value: NEVER, label: t('Don’t issue any') },
  ...LICENSE_TERMS.map((months) => ({ value: String(months), label: termLabel(months) })),
];

/** Asks which plan the sites or applications of many customers get, and whether licenses are issued for it. */
export function BulkLicenseDialog({ draft: { subject, action, selection, count }, onStarted, onClose }: Props) {
  const [product, setProduct] = useState('');
  const [term, setTerm] = useState(NEVER);
  const [autoRenewal, setAutoRenewal] = useState(false);
  const nameOf = useProductNames();
  const start = useStartLicenses(onStarted);
  const months = LICENSE_TERMS.find((one) => String(one) === term);
  const issue: Pick<DistributeInput, 'months' | 'autoRenewal'> | undefined = months && { months, autoRenewal };
  return (
    <ConfirmDialog
      title={t('{action}: {count}', { action: BULK_LABELS[action], count: bulkCount(subject, count) })}
      confirmLabel={BULK_LABELS[action]}
      busy={start.isPending}
      error={start.error}
      disabledReason={product === '' ? t('Choose a license first.') : null}
      onConfirm={() => start.mutate({ subject, selection, product, ...(issue && { issue }) } as LicenseChange)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Field label={t('License')}>
          <Select
            placeholder={t('Choose a license')}
            options={productsFor(subject).map((value) => ({
              ...{ value, label: t('{name} ({plan})', { name: nameOf(value), plan: LICENSE_PRODUCTS[value].plan }) },
            }))}
            value={product}
            onChange={setProduct}
          />
        </Field>
        <Field
          label={t('Issue licenses')}
          help={t('Free licenses of each customer are used first. Where none is left, one is issued for this term.')}
        >
          <Select options={TERMS} value={term} onChange={setTerm} />
        </Field>
        {issue && (
          <Checkbox
            label={t('Renew it automatically')}
            help={t('Renews every term until you or the customer turns it off.')}
            checked={autoRenewal}
            onChange={setAutoRenewal}
          />
        )}
        <Text as="p">{t('The licenses that they had are free again.')}</Text>
        <Text as="p">{t('Those for which nothing changes are passed over. You see the result for each.')}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
