import { useState } from 'react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { Id } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Banner } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { assignableSitesQuery, customerSitesQuery, useAssignSites } from '@panel/resources/customer';

const Assignment = v.object({
  site_id: v.pipe(
    v.nullable(Id),
    v.check((id) => id !== null, t('Choose a site or an application.')),
    v.transform((id) => id ?? ''),
  ),
});

/** Gives the customer one more site or application, whoever has it now. */
export function CustomerAssignPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [keyword, setKeyword] = useState('');
  const { data: own } = useSuspenseQuery(customerSitesQuery(id));
  const found = useQuery({ ...assignableSitesQuery(keyword), placeholderData: keepPreviousData });
  const assign = useAssignSites(onClose);
  const site_ids = own.map((site) => site.site_id);
  const form = useForm({
    schema: Assignment,
    values: { site_id: null as string | null },
    // A choice is quickly made again, so leaving does not ask.
    guard: false,
    onSubmit: ({ site_id }) => assign.mutateAsync({ id, site_ids: [...site_ids, site_id], expected: { site_ids } }),
  });
  const options = (found.data ?? [])
    .filter(({ customer_id }) => customer_id !== id)
    .map(({ site_id: value, fqdn, customer_email: email }) => ({
      value,
      label: email ? t('{fqdn} (now of {email})', { fqdn, email }) : fqdn,
    }));
  return (
    <FormPanel
      form={form}
      call="customer.assignSites"
      title={t('Assign a site or an application')}
      submitLabel={t('Assign')}
      onClose={onClose}
    >
      {found.isError && (
        <Banner kind="danger" live>
          {found.error.message}
        </Banner>
      )}
      <FormField
        form={form}
        name="site_id"
        label={t('Site or application')}
        help={t(
          'This customer manages it at once. The one who has it now no longer does, and its license is taken off.',
        )}
      >
        {({ value, onChange }) => (
          <Combobox
            value={value}
            onChange={onChange}
            options={options}
            onSearch={setKeyword}
            loading={found.isFetching}
            empty={t('Nothing has this address.')}
          />
        )}
      </FormField>
    </FormPanel>
  );
}
