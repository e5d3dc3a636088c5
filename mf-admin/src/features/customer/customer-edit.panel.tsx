import * as v from 'valibot';
import { CustomerChange, CustomerTags, typedTags } from '@panel/contract/schemas';
import { t, type CustomerDetail } from '@panel/core';
import { TextArea } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useUpdateCustomer } from '@panel/resources/customer';

const Edited = v.object({
  ...v.omit(CustomerChange, ['tags']).entries,
  tags: typedTags(CustomerTags),
});

type Changed = Omit<v.InferOutput<typeof CustomerChange>, never>;

const valuesOf = ({ firstname, lastname, email, phone_number, notes, tags }: Changed) => ({
  ...{ firstname, lastname, email, phone_number, notes },
  tags: tags.join(', '),
});

/** Names, address, tags and notes of a customer. */
export function CustomerEditPanel({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const save = useUpdateCustomer(onClose);
  const values = valuesOf(customer);
  const form = useForm({
    schema: Edited,
    values,
    saved: values,
    savedOf: (current) => valuesOf({ ...customer, ...current }),
    onSubmit: (input, opened) =>
      save.mutateAsync({ id: customer.id, ...input, expected: v.parse(v.partial(Edited), opened) }),
    fieldsOf: (error) => (error.code === 'EMAIL_TAKEN' ? { email: error.message } : error.fields),
  });
  return (
    <FormPanel form={form} call="customer.update" title={t('Edit customer')} submitLabel={t('Save')} onClose={onClose}>
      <FormField form={form} name="firstname" label={t('First name')} autoComplete="off" maxLength={100} />
      <FormField form={form} name="lastname" label={t('Last name')} autoComplete="off" maxLength={100} />
      <FormField
        form={form}
        name="email"
        label={t('Email')}
        required
        type="email"
        autoComplete="off"
        help={t('They sign in with it. Links that were sent to the old address stop working.')}
      />
      <FormField form={form} name="phone_number" label={t('Phone number')} type="tel" autoComplete="off" />
      <FormField
        form={form}
        name="tags"
        label={t('Tags')}
        help={t('Separate several with commas. Only staff see them.')}
        autoComplete="off"
      />
      <FormField form={form} name="notes" label={t('Notes')} help={t('Only staff see them.')}>
        {(input) => <TextArea {...input} rows={6} />}
      </FormField>
    </FormPanel>
  );
}
