import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { LICENSE_PRODUCT_IDS } from '@panel/contract/schemas';
import { ConfirmDialog, Stack, Text } from '@panel/ui';
import {
  bulkCustomers,
  customerBulkPath,
  CUSTOMER_BULK_LABELS,
  useBulkCustomers,
  type CustomerSelection,
} from '@panel/resources/customer';
import { useLicenseChoice } from '../bulk/use-license-choice.tsx';

const ACTION = 'license';
type Props = { selection: CustomerSelection; count: number; onClose: () => void };

/** Asks which license each of many customers gets; the result has a page of its own. */
export function CustomerLicenseDialog({ selection, count, onClose }: Props) {
  const navigate = useNavigate();
  const { product, issue, fields } = useLicenseChoice(LICENSE_PRODUCT_IDS, { label: t('Term') });
  const start = useBulkCustomers((id) => void navigate(customerBulkPath(id)));
  const confirm = () => {
    if (product && issue)
      start.mutate({ action: ACTION, selection, license: { product_identifier: product, ...issue } });
  };
  return (
    <ConfirmDialog
      title={t('{action}: {customers}', {
        action: CUSTOMER_BULK_LABELS.license,
        customers: bulkCustomers(count),
      })}
      confirmLabel={CUSTOMER_BULK_LABELS.license}
      busy={start.isPending}
      error={start.error}
      disabledReason={product ? null : t('Choose a license first.')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap={3}>
        {fields}
        <Text as="p">
          {t('Each customer gets one license and a notification. They assign it to a site or an application.')}
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}
