import { t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { CustomerCreateInput } from '@panel/contract/schemas';
import { FormPanel, PersonFields, useForm } from '@panel/ui/form';
import { customerPath, useCreateCustomer } from '@panel/resources/customer';

/** Creates a customer and opens their page. */
export function CustomerCreatePanel({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreateCustomer((id) => void navigate(customerPath(id)));
  const form = useForm({
    schema: CustomerCreateInput,
    values: { firstname: '', lastname: '', email: '' },
    onSubmit: (input) => create.mutateAsync(input),
    fieldsOf: (error) => (error.code === 'EMAIL_TAKEN' ? { email: error.message } : error.fields),
  });
  return (
    <FormPanel
      form={form}
      call="customer.create"
      title={t('Add a customer')}
      submitLabel={t('Add and invite')}
      onClose={onClose}
    >
      <PersonFields form={form} />
    </FormPanel>
  );
}
