import { t, type Invoice } from '@panel/core';
import { EmptyState, Heading, Link, Stack, Text } from '@panel/ui';
import { ListTable, type Column } from '@panel/ui/data';
import { INVOICE_LIST, invoiceListQuery, invoicePdfPath } from '@panel/resources/payment';
import { invoiceColumns } from '@panel/workload/payment';

export const invoiceSource = {
  list: INVOICE_LIST,
  query: invoiceListQuery,
  rowKey: ({ id }: Invoice) => id,
} as const;

const columns: readonly Column<Invoice>[] = [
  {
    key: 'number',
    title: t('Invoice'),
    render: ({ number, description }) => (
      <Stack gap={1}>
        <Text weight="medium" className="p-break">
          {number ?? t('Draft')}
        </Text>
        <Text size="s" tone="muted" className="p-break">
          {description}
        </Text>
      </Stack>
    ),
  },
  ...invoiceColumns,
  {
    key: 'open',
    title: t('Document'),
    width: '170px',
    render: ({ id, hosted_invoice_url, number, status }) => (
      <Stack gap={1}>
        {status === 'draft' ? (
          '-'
        ) : (
          // Without the attribute, which would save a refusal as the file: the answer says that it is one.
          <Link href={invoicePdfPath(id)}>{t('Download {number}', { number: number ?? id })}</Link>
        )}
        {hosted_invoice_url && (
          <Link href={hosted_invoice_url} newTab>
            {t('Open {number}', { number: number ?? t('draft') })}
          </Link>
        )}
      </Stack>
    ),
  },
];

/** The invoices of the customer, in pages. */
export const InvoiceTable = () => (
  <Stack gap={3}>
    <Heading level={2}>{t('Invoices')}</Heading>
    <ListTable
      {...invoiceSource}
      caption={t('Invoices')}
      columns={columns}
      rowLabel={({ number, id }) => number ?? id}
      empty={() => (
        <EmptyState
          icon="card"
          title={t('No invoices yet')}
          text={t('Each payment has an invoice, which appears here.')}
        />
      )}
    />
  </Stack>
);
