import { useState } from 'react';
import { t } from '@panel/core';
import { ConfirmDestroy, ConfirmDialog, Field, Stack, Text, TextInput } from '@panel/ui';
import { appBinNote, binNote } from '@panel/resources/bin';
import { BULK_LABELS, bulkCount, useStartBulk, type BulkChange } from '@panel/resources/bulk';
import type { BulkDraft } from '../bulk/index.ts';
import { BulkLicenseDialog } from './license.dialog.tsx';

type Props = {
  draft: BulkDraft;
  onStarted: (id: string) => void;
  onClose: () => void;
};

/** Asks before many sites or applications of an account are changed; the list shows the result. */
export const BulkDialog = (props: Props) =>
  props.draft.action === 'license' ? <BulkLicenseDialog {...props} /> : <Confirm {...props} />;

function Confirm({ draft, onStarted, onClose }: Props) {
  const { subject, action, selection, count, names } = draft;
  const [tag, setTag] = useState('');
  const start = useStartBulk(onStarted);
  const isTagging = action === 'tag' || action === 'untag';
  const some = bulkCount(subject, count);
  const confirm = () => start.mutate({ subject, action, selection, ...(isTagging && { tag }) } as BulkChange);
  const outcome = { busy: start.isPending, error: start.error, onConfirm: confirm, onClose };
  if (action === 'delete') {
    const label = t('Delete {some}', { some });
    const goes = names.length === count ? names : [t('All {some} that the list finds now', { some })];
    return (
      <ConfirmDestroy
        open
        title={label}
        name={some}
        facts={{
          goes: [...goes],
          stays: subject === 'site' ? [t('All other sites')] : [t('All other applications'), t('Your repositories')],
        }}
        note={subject === 'site' ? binNote(true) : appBinNote(true)}
        confirmations={subject === 'site' ? [t('Files and database of each site will be deleted.')] : []}
        confirmLabel={label}
        {...outcome}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t('{action}: {count}', { action: BULK_LABELS[action], count: some })}
      confirmLabel={BULK_LABELS[action]}
      disabledReason={isTagging && tag.trim() === '' ? t('Enter a tag.') : null}
      {...outcome}
    >
      <Stack gap={3}>
        {isTagging && (
          <Field label={t('Tag')}>
            <TextInput value={tag} onChange={setTag} maxLength={30} autoFocusInDialog />
          </Field>
        )}
        {action === 'deploy' && (
          <Text as="p">{t('The newest commit of each branch is built, and published once it is ready.')}</Text>
        )}
        <Text as="p">{t('Those for which nothing changes are passed over. You see the result for each.')}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
