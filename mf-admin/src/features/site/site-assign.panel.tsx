import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { Id } from '@panel/contract/schemas';
import { t, type Site, Trans } from '@panel/core';
import { Banner, Text } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { customerLabel, useAssignCustomer } from '@panel/resources/site';
import { customerSearchQuery } from '@panel/resources/user';

const NOBODY = t('Choose a customer.');
const Assignment = v.object({
  customer_id: v.pipe(
    v.nullable(Id),
    v.check((id) => id !== null, NOBODY),
    v.transform((id) => id ?? ''),
  ),
});

/** Assigns the site to another customer of the partner. */
export function SiteAssignPanel({ site, onClose }: { site: Site; onClose: () => void }) {
  const [keyword, setKeyword] = useState('');
  const found = useQuery({ ...customerSearchQuery(keyword), placeholderData: keepPreviousData });
  const assign = useAssignCustomer(onClose);
  const form = useForm({
    schema: Assignment,
    values: { customer_id: site.customer_id },
    // A choice is quickly made again, so leaving does not ask.
    guard: false,
    saved: { customer_id: site.customer_id },
    onSubmit: async ({ customer_id }, expected) =>
      site.site_id && assign.mutateAsync({ id: site.site_id, customer_id, expected }),
  });
  const owner = customerLabel(site);
  const own = site.customer_id && owner ? [{ value: site.customer_id, label: owner }] : [];
  const others = (found.data ?? []).filter(({ value }) => value !== site.customer_id);
  // Beside what was searched for, the present owner would be what Enter chooses.
  const options = keyword === '' ? [...own, ...others] : others;
  return (
    <FormPanel
      form={form}
      call="site.assignCustomer"
      title={t('Assign to a customer')}
      submitLabel={t('Assign')}
      submitDisabledReason={form.dirty ? null : t('Choose another customer first.')}
      onClose={onClose}
    >
      <Text as="p">
        {owner ? (
          <Trans
            id="<0>{fqdn}</0> belongs to {owner}. The new customer sees and manages it at once; the old one no longer does."
            values={{ fqdn: site.fqdn, owner }}
            parts={[(piece) => <strong className="p-break">{piece}</strong>]}
          />
        ) : (
          <Trans
            id="<0>{fqdn}</0> belongs to nobody. The new customer sees and manages it at once; the old one no longer does."
            values={{ fqdn: site.fqdn }}
            parts={[(piece) => <strong className="p-break">{piece}</strong>]}
          />
        )}
      </Text>
      {found.isError && (
        <Banner kind="danger" live>
          {found.error.message}
        </Banner>
      )}
      <FormField form={form} name="customer_id" label={t('Customer')} help={t('Type part of their name or email.')}>
        {({ value, onChange }) => (
          <Combobox
            value={value}
            onChange={onChange}
            options={options}
            onSearch={setKeyword}
            loading={found.isFetching}
            empty={t('No customer has this name or email.')}
          />
        )}
      </FormField>
    </FormPanel>
  );
}
