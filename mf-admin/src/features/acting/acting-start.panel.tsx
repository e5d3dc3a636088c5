import { ACTING_MINUTES, ActingReason } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Text, TextArea } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useStartActing } from '@panel/resources/impersonation';

type Props = {
  customer: { id: string; label: string };
  onClose: () => void;
  /** Opens an address as a full page. */
  open?: (address: string) => void;
};

const openPage = (address: string): void => window.location.assign(address);

/** Signs staff in as a customer, for a reason. */
export function ActingStartPanel({ customer, onClose, open = openPage }: Props) {
  const start = useStartActing(customer.id, open);
  const form = useForm({
    schema: ActingReason,
    values: { reason: '' },
    guard: false,
    onSubmit: (input) => start.mutateAsync(input),
  });
  return (
    <FormPanel
      form={form}
      call="impersonation.start"
      title={t('Log in as the customer')}
      submitLabel={t('Log in')}
      onClose={onClose}
    >
      <Text as="p">
        {t(
          'You will use the panel as {customer} for {minutes} minutes at most. Everything you change is logged with both names, and the customer sees it.',
          { customer: customer.label, minutes: ACTING_MINUTES },
        )}
      </Text>
      <FormField
        form={form}
        name="reason"
        label={t('Reason')}
        help={t('For example the number of a ticket. It is kept in the audit log.')}
        required
      >
        {(input) => <TextArea {...input} rows={3} />}
      </FormField>
    </FormPanel>
  );
}
