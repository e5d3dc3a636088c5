import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { usePartner, type Migration, t } from '@panel/core';
import { FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useChangeAddress } from '@panel/resources/migration';
import { isNameRefusal } from '@panel/resources/site';
import { NameField, useNameCheck } from '@panel/workload/name';

const AddressInput = v.object({ name: SiteName });

/** Another address for the site, e.g. because the chosen one was taken meanwhile. */
export function MigrationAddressPanel({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const suffix = `.${usePartner().sitesDomain}`;
  const prefix = (fqdn: string) => fqdn.slice(0, -suffix.length);
  const change = useChangeAddress(migration);
  const form = useForm({
    schema: AddressInput,
    values: { name: prefix(migration.fqdn) },
    saved: { name: prefix(migration.fqdn) },
    savedOf: ({ fqdn }) => ({ name: prefix(String(fqdn)) }),
    fieldsOf: ({ code, message, fields }) => (isNameRefusal(code) ? { name: message } : fields),
    onSubmit: async ({ name }, { name: before = '' }) => {
      await change.mutateAsync({ fqdn: name + suffix, expected: { fqdn: before + suffix } });
      onClose();
    },
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, field.value + suffix);
  return (
    <FormPanel
      form={form}
      title={t('Change the new address')}
      submitLabel={t('Save')}
      submitDisabledReason={form.dirty ? null : t('Enter a different name first.')}
      onClose={onClose}
    >
      <NameField {...field} label={t('Site Domain Name')} check={check} suffix={suffix} autoFocusInDialog />
    </FormPanel>
  );
}
