import { t, type Invoice } from '@panel/core';
import { Badge, formatDate, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { formatMoney, invoiceState, refundTexts } from '@panel/resources/payment';

/** When, how much and in which state: the same for the customer who pays an invoice and for staff. */
export const invoiceColumns: readonly Column<Invoice>[] = [
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
    width: '160px',
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
    width: '130px',
    render: (invoice) => {
      const { label, tone } = invoiceState(invoice);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];
