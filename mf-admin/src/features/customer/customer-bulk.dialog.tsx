import { useState } from 'react';
import { t, type CustomerBulkAction } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { ConfirmDestroy, ConfirmDialog, Field, Stack, Text, TextInput } from '@panel/ui';
import { CUSTOMER_GRACE_DAYS } from '@panel/contract/schemas';
import {
  bulkCustomers,
  customerBulkPath,
  CUSTOMER_BULK_LABELS,
  useBulkCustomers,
  type CustomerSelection,
} from '@panel/resources/customer';

/** What was chosen in the list, and how many customers that are. */
export type BulkDraft = { action: CustomerBulkAction; selection: CustomerSelection; count: number };
type Props = BulkDraft & { action: Exclude<CustomerBulkAction, 'license'>; onClose: () => void };

/** Asks before many customers are changed; the result has a page of its own. */
export function CustomerBulkDialog({ action, selection, count, onClose }: Props) {
  const navigate = useNavigate();
  const [tag, setTag] = useState('');
  const start = useBulkCustomers((id) => void navigate(customerBulkPath(id)));
  const isTagging = action === 'tag' || action === 'untag';
  const confirm = () => start.mutate({ action, selection, ...(isTagging && { tag }) });
  if (action === 'delete')
    return (
      <ConfirmDestroy
        open
        title={t('Delete {customers}', { customers: bulkCustomers(count) })}
        name={bulkCustomers(count)}
        confirmLabel={t('Delete')}
        facts={{
          goes: [t('Their accounts, with all sites, applications and backups')],
          stays: [t('The audit log'), t('Invoices at your payment provider')],
        }}
        note={t('You can undo this for {days} days. Until then nobody can sign in, and sites show a page of yours.', {
          days: CUSTOMER_GRACE_DAYS,
        })}
        confirmations={[]}
        busy={start.isPending}
        error={start.error}
        onConfirm={confirm}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={t('{action}: {customers}', { action: CUSTOMER_BULK_LABELS[action], customers: bulkCustomers(count) })}
      confirmLabel={CUSTOMER_BULK_LABELS[action]}
      danger={action === 'suspend'}
      busy={start.isPending}
      error={start.error}
      disabledReason={isTagging && tag.trim() === '' ? t('Enter a tag.') : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap={3}>
        {action === 'suspend' && (
          <Text as="p">
            {t('They are signed out everywhere and can’t sign in. Their API tokens and SFTP access stop working.')}
          </Text>
        )}
        {isTagging && (
          <Field label={t('Tag')}>
            <TextInput value={tag} onChange={setTag} maxLength={30} autoFocusInDialog />
          </Field>
        )}
        <Text as="p">{t('Customers for whom nothing changes are passed over. You see the result for each.')}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
