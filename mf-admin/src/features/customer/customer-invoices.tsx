import { t, type StaffInvoice } from '@panel/core';
import { Badge, formatDate, Inline, lazyPanel, Link, Stack, Text, type MenuItem } from '@panel/ui';
import { ListTable, type Column } from '@panel/ui/data';
import {
  cannotRefund,
  formatMoney,
  INVOICE_LIST,
  invoicePdfPath,
  refundFailure,
  refundState,
  staffInvoicesQuery,
} from '@panel/resources/payment';
import { invoiceColumns } from '@panel/workload/payment';

const RefundPanel = lazyPanel(async () => (await import('./invoice-refund.panel.tsx')).InvoiceRefundPanel);

export const invoiceSource = (customerId: string) =>
  ({
    list: INVOICE_LIST,
    query: staffInvoicesQuery(customerId),
    rowKey: ({ id }: StaffInvoice) => id,
    panels: ['refund'],
  }) as const;

const nameOf = ({ number, id }: StaffInvoice): string => number ?? id;

const columns: readonly Column<StaffInvoice>[] = [
  {
    key: 'number',
    title: t('Invoice'),
    render: (invoice) => (
      <Stack gap={1}>
        {invoice.status === 'draft' ? (
          <Text weight="medium">{t('Draft')}</Text>
        ) : (
          <Link href={invoicePdfPath(invoice.id)}>{t('Download {number}', { number: nameOf(invoice) })}</Link>
        )}
        <Text size="s" tone="muted" className="p-break">
          {invoice.description}
        </Text>
      </Stack>
    ),
  },
  ...invoiceColumns,
  {
    key: 'refunds',
    title: t('Refunds'),
    hideBelow: 'md',
    render: ({ refunds, currency }) =>
      refunds.length === 0 ? (
        '-'
      ) : (
        <Stack as="ul" gap={2}>
          {refunds.map((refund) => (
            <Stack as="li" key={refund.id} gap={1}>
              <Inline>
                <Text>
                  {t('{amount}, {date}', {
                    amount: formatMoney(refund.amount, currency),
                    date: formatDate(refund.created_at, { withTime: false }),
                  })}
                </Text>
                <Badge tone={refundState(refund).tone}>{refundState(refund).label}</Badge>
              </Inline>
              {refund.failure !== null && <Text size="s">{refundFailure(refund.failure)}</Text>}
              <Text size="s" tone="muted" className="p-break">
                {refund.reason || t('Made at the payment provider')}
              </Text>
            </Stack>
          ))}
        </Stack>
      ),
  },
];

/** What a customer was charged, what was refunded, and the refund of an invoice. */
export const CustomerInvoices = ({ id }: { id: string }) => (
  <ListTable
    {...invoiceSource(id)}
    caption={t('Invoices')}
    columns={columns}
    rowLabel={nameOf}
    rowActions={(invoice, { open }): MenuItem[] => [
      {
        key: 'refund',
        call: 'payment.refund',
        label: t('Refund'),
        icon: 'card',
        onSelect: () => open('refund', invoice.id),
        disabledReason: cannotRefund(invoice),
      },
    ]}
    empty={() => <Text tone="muted">{t('This customer has no invoices.')}</Text>}
  >
    {({ panel, chosen, close }) =>
      panel === 'refund' && chosen && <RefundPanel key={chosen.id} invoice={chosen} onClose={close} />
    }
  </ListTable>
);
