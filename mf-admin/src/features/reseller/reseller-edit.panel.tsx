import * as v from 'valibot';
import { ResellerChange } from '@panel/contract/schemas';
import { formatNumber, t, type Reseller } from '@panel/core';
import { Checkbox, formatBytes, Heading } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useUpdateReseller } from '@panel/resources/reseller';
import { NameserverDomainField } from './nameserver-domain.field.tsx';
import { ResellerCertificate } from './reseller-certificate.tsx';
import { flatFields, Limits, NameserverDomain, typedLimits } from './reseller-form.ts';
import { ResellerLimitFields } from './reseller-limit-fields.tsx';

const Edited = v.object({
  ...v.pick(ResellerChange, ['name', 'host', 'support_email', 'is_special']).entries,
  nameserver_domain: NameserverDomain,
  ...Limits.entries,
});

const valuesOf = ({ name, host, support_email, is_special, limits, nameserver_domain }: Reseller) => ({
  ...{ name, host, support_email, is_special, nameserver_domain: nameserver_domain ?? '' },
  ...typedLimits(limits),
});

/** The form’s values as the call takes them. */
const inputOf = ({ customers, sites, disk_gb, ...rest }: v.InferOutput<typeof Edited>) => ({
  ...rest,
  limits: { customers, sites, disk_gb },
});

/** Name, host, support address, kind, limits, name servers and certificate of a partner. */
export function ResellerEditPanel({ reseller, onClose }: { reseller: Reseller; onClose: () => void }) {
  const save = useUpdateReseller(onClose);
  const { used } = reseller;
  const values = valuesOf(reseller);
  const form = useForm({
    schema: Edited,
    values,
    saved: values,
    savedOf: (current) => valuesOf({ ...reseller, ...current }),
    onSubmit: (input, opened) =>
      save.mutateAsync({
        id: reseller.id,
        ...inputOf(input),
        expected: inputOf(v.parse(Edited, { ...values, ...opened })),
      }),
    fieldsOf: flatFields,
  });
  return (
    <FormPanel form={form} title={t('Edit {name}', { name: reseller.name })} submitLabel={t('Save')} onClose={onClose}>
      <FormField form={form} name="name" label={t('Name')} required maxLength={60} autoComplete="off" />
      <FormField
        form={form}
        name="host"
        label={t('Panel host')}
        required
        autoComplete="off"
        help={t('After a change the old host answers no more, and everybody signs in again. Links of old emails end.')}
      />
      <FormField form={form} name="support_email" label={t('Support email')} required type="email" autoComplete="off" />
      <FormField form={form} name="is_special" label={t('Kind')} hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label={t('Special partner')}
            help={t('Offers applications, and its customers pay by card here.')}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <Heading level={3}>{t('Limits')}</Heading>
      <ResellerLimitFields
        form={form}
        used={{
          customers: formatNumber(used.customers),
          sites: formatNumber(used.sites),
          disk: formatBytes(used.disk_bytes),
        }}
      />
      <NameserverDomainField form={form} reseller={reseller} />
      <ResellerCertificate reseller={reseller} />
    </FormPanel>
  );
}
