import { useState } from 'react';
import { CUSTOMER_IMPORT_BYTES, CUSTOMER_IMPORT_MAX } from '@panel/contract/schemas';
import { t, type CustomerImportPreview, type CustomerImportRow } from '@panel/core';
import { Banner, Button, SidePanel, Stack, Text } from '@panel/ui';
import { useImportCustomers, useReadImport } from '@panel/resources/customer';
import { FilePicker } from '@panel/workload/parts';

const isWrong = ({ error }: CustomerImportRow): boolean => error !== null;

/** What would be created, and what is wrong with the rest. */
function Preview({ read: { rows, valid, invalid } }: { read: CustomerImportPreview }) {
  return (
    <>
      <Banner
        kind={invalid > 0 ? 'warning' : 'info'}
        live
        title={t('{count, plural, one {# customer} other {# customers}} can be created', { count: valid })}
      >
        {invalid > 0 && t('{count, plural, one {# row is} other {# rows are}} left out:', { count: invalid })}
      </Banner>
      {invalid > 0 && (
        <Stack as="ul" gap={2}>
          {rows.filter(isWrong).map(({ line, email, error }) => (
            <Text as="li" key={line} size="s" className="p-break">
              {t('Line {line}, {email}: {error}', { line, email: email || '-', error: error ?? '' })}
            </Text>
          ))}
        </Stack>
      )}
    </>
  );
}

/** Reads a CSV file, shows what is wrong with it, and creates and invites the others. */
export function CustomerImportPanel({ onClose }: { onClose: () => void }) {
  const [refused, setRefused] = useState<string | null>(null);
  const read = useReadImport();
  const create = useImportCustomers(({ skipped }) => skipped.length === 0 && onClose());
  const wrong = refused ?? create.error?.message ?? read.error?.message;
  const rows = (read.data?.rows ?? []).filter((row) => !isWrong(row));
  const skipped = create.data?.data.skipped ?? [];
  const isDone = create.data !== undefined;
  return (
    <SidePanel
      open
      title={t('Import customers')}
      onClose={onClose}
      busy={read.isPending || create.isPending}
      footer={
        <>
          <Button onClick={onClose}>{isDone ? t('Close') : t('Cancel')}</Button>
          {!isDone && (
            <Button
              kind="primary"
              loading={create.isPending}
              disabledReason={rows.length === 0 ? t('Choose a file with customers first.') : null}
              onClick={() =>
                create.mutate(rows.map(({ email, firstname, lastname }) => ({ email, firstname, lastname })))
              }
            >
              {t('Create and invite')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <Text as="p">
          {t(
            'A CSV file in UTF-8, whose first line names its columns: Email, First name, Last name. At most {count} customers.',
            { count: CUSTOMER_IMPORT_MAX },
          )}
        </Text>
        {!isDone && (
          <FilePicker
            label={t('CSV file')}
            accept=".csv,text/csv"
            maxBytes={CUSTOMER_IMPORT_BYTES}
            loading={read.isPending}
            onChoose={(file) => {
              setRefused(null);
              read.mutate(file);
            }}
            onRefuse={setRefused}
          >
            {t('Choose a file')}
          </FilePicker>
        )}
        {wrong && (
          <Banner kind="danger" live>
            {wrong}
          </Banner>
        )}
        {read.data && !isDone && <Preview read={read.data} />}
        {skipped.length > 0 && (
          <Banner kind="warning" live title={t('Some emails were taken in the meantime')}>
            {skipped.join(', ')}
          </Banner>
        )}
      </Stack>
    </SidePanel>
  );
}
