import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { ConfirmDialog, ErrorState, formatBytes, formatDate, Link, SidePanel, Skeleton } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { submissionQuery, useRemoveSubmission, type Submission } from '@panel/resources/submission';

type Props = { row: Submission; onClose: () => void };

function ReadPanel({ row, onClose }: Props) {
  const { data, error, refetch } = useQuery(submissionQuery(row.id));
  return (
    <SidePanel open title={t('Submission')} onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <DataList
          items={[
            { key: 'form', label: t('Form'), value: data.form },
            { key: 'site', label: t('Site'), value: data.fqdn },
            { key: 'at', label: t('Received'), value: formatDate(data.created_at) },
            ...data.fields.map(({ name, value }, index) => ({
              key: `field ${index}`,
              label: name,
              value: value || '–',
            })),
            ...data.files.map(({ field, name, bytes, url }) => ({
              key: url,
              label: field,
              value: (
                <Link href={url}>
                  {name} ({formatBytes(bytes)})
                </Link>
              ),
            })),
          ]}
        />
      ) : (
        <Skeleton kind="form" />
      )}
    </SidePanel>
  );
}

function DeletePanel({ row, onClose }: Props) {
  const remove = useRemoveSubmission();
  return (
    <ConfirmDialog
      title={t('Delete submission')}
      confirmLabel={t('Delete')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: row.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('The submission and its files are deleted. This cannot be undone.')}
    </ConfirmDialog>
  );
}

/** The panel that the address asks for. */
export function SubmissionPanels({
  panel,
  row,
  onClose,
}: {
  panel: 'read' | 'delete' | null;
  row: Submission | undefined;
  onClose: () => void;
}) {
  if (!row || panel === null) return null;
  return panel === 'read' ? <ReadPanel row={row} onClose={onClose} /> : <DeletePanel row={row} onClose={onClose} />;
}
