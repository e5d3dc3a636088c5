import { useState } from 'react';
import * as v from 'valibot';
import { RefundInput } from '@panel/contract/schemas';
import { ApiError, t, type StaffInvoice } from '@panel/core';
import { Stack, Text, TextArea } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import {
  cannotRefund,
  formatMoney,
  readMoney,
  refundable,
  typedMoney,
  useRefundInvoice,
} from '@panel/resources/payment';

/** The amount as it is typed. The server alone decides what is left of the invoice. */
const refundForm = (currency: string, left: number) =>
  v.object({
    amount: v.pipe(
      v.string(),
      v.transform((text) => readMoney(text, currency)),
      v.number(t('Enter an amount such as {example}.', { example: typedMoney(left, currency) })),
      v.minValue(1, t('Enter an amount above zero.')),
      v.maxValue(left, t('At most {amount} can be refunded.', { amount: formatMoney(left, currency) })),
    ),
    reason: RefundInput.entries.reason,
  });

/** Refunds an invoice, whole or in part, and says what happens when. */
export function InvoiceRefundPanel({ invoice, onClose }: { invoice: StaffInvoice; onClose: () => void }) {
  const { id, currency, amount_paid: paid, refunded, refund_pending } = invoice;
  const refund = useRefundInvoice(onClose);
  // What was left when the dialog opened: so a request whose answer is lost can be repeated as it was. Only who has been told of another
  // refund goes on from what is left since.
  const [opened, setOpened] = useState(invoice);
  const isTold = refund.error instanceof ApiError && refund.error.code === 'REFUND_CHANGED';
  const seen = isTold ? invoice : opened;
  const left = refundable(seen);
  const form = useForm({
    schema: refundForm(currency, left),
    values: { amount: typedMoney(left, currency), reason: '' },
    onSubmit: (input) => {
      setOpened(seen);
      const sums = { refunded: seen.refunded, refund_pending: seen.refund_pending };
      return refund.mutateAsync({ id, currency, seen: sums, ...input });
    },
  });
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <FormPanel
      form={form}
      call="payment.refund"
      title={t('Refund invoice')}
      submitLabel={t('Refund')}
      submitDisabledReason={cannotRefund(seen)}
      onClose={onClose}
    >
      <DataList
        items={[
          { key: 'invoice', label: t('Invoice'), value: invoice.number ?? id },
          { key: 'customer', label: t('Customer'), value: <span className="p-break">{invoice.customer_email}</span> },
          { key: 'paid', label: t('Paid'), value: money(paid) },
          refunded > 0 && { key: 'refunded', label: t('Refunded'), value: money(refunded) },
          refund_pending > 0 && { key: 'pending', label: t('On its way'), value: money(refund_pending) },
        ]}
      />
      <FormField
        form={form}
        name="amount"
        label={t('Amount in {currency}', { currency: currency.toUpperCase() })}
        required
        inputMode="decimal"
        autoComplete="off"
        help={t('At most {amount}. A smaller amount refunds a part.', { amount: money(left) })}
      />
      <FormField
        form={form}
        name="reason"
        label={t('Reason')}
        required
        help={t('Kept in the audit log. The customer doesn’t see it.')}
      >
        {(input) => <TextArea {...input} rows={3} />}
      </FormField>
      <Stack gap={2}>
        <Text as="p">
          {t(
            'The payment provider sends the money back to the card that paid, now. The invoice shows it as refunded once the provider confirms it. The customer’s bank usually takes 5 to 10 days.',
          )}
        </Text>
        <Text as="p">
          {t('The license stays as it is and renews as before. To end it, deactivate it at Licenses.')}
        </Text>
      </Stack>
    </FormPanel>
  );
}
