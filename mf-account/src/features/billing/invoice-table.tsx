import { t, type Invoice } from '@panel/core';
import { Badge, EmptyState, formatDate, Heading, Link, Stack, Text } from '@panel/ui';
import { ListTable, type Column } from '@panel/ui/data';
import {
  formatMoney,
  INVOICE_LIST,
  invoiceListQuery,
  invoicePdfPath,
  invoiceState,
  refundTexts,
} from '@panel/resources/payment';

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
  {
    key: 'created_at',
    title: t('Date'),
    sortable: true,
    width: '150px',
    render: ({ created_at }) => formatDate(created_at, { withTime: false }),
  },
  {
    key: 'total',
    title: t('Total'),
    sortable: true,
    width: '130px',
    render: (invoice) => (
      <Stack gap={1}>
        <span className="p-figures">{formatMoney(invoice.total, invoice.currency)}</span>
        {refundTexts(invoice).map((text) => (
          <Text key={text} size="s" tone="muted">
            {text}
          </Text>
        ))}
      </Stack>
    ),
  },
  {
    key: 'status',
    title: t('Status'),
    width: '120px',
    render: (invoice) => {
      const { label, tone } = invoiceState(invoice);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
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
