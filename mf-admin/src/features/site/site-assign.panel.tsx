import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Site } from '@panel/core';
import { Banner, Button, Field, SidePanel, Stack, Text } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { customerSearchQuery, useAssignCustomer } from '@panel/resources/site';

/** Gives the site to another customer. Found are customers who have a site already: only those are known here. */
export function SiteAssignPanel({ site, onClose }: { site: Site; onClose: () => void }) {
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<string | null>(site.customer_id);
  const found = useQuery({ ...customerSearchQuery(keyword), placeholderData: keepPreviousData });
  const assign = useAssignCustomer(onClose);
  const save = () => site.site_id && chosen && assign.mutate({ id: site.site_id, customer_id: chosen });
  const own = site.customer_id && site.customer_email ? [{ value: site.customer_id, label: site.customer_email }] : [];
  const options = [...own, ...(found.data ?? []).filter(({ value }) => value !== site.customer_id)];
  const unchanged = chosen === null || chosen === site.customer_id;
  return (
    <SidePanel
      open
      title="Assign to a customer"
      onClose={onClose}
      busy={assign.isPending}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            onClick={save}
            loading={assign.isPending}
            disabledReason={unchanged ? 'Choose another customer first.' : null}
          >
            Assign
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Text as="p">
          <strong className="p-break">{site.fqdn}</strong> belongs to {site.customer_email ?? 'nobody'}. The new
          customer sees and manages it at once; the old one no longer does.
        </Text>
        {assign.isError && (
          <Banner kind="danger" live>
            {assign.error.message}
          </Banner>
        )}
        {found.isError && (
          <Banner kind="danger" live>
            {found.error.message}
          </Banner>
        )}
        <Field label="Customer" help="You can choose customers who have at least one site. Type part of their email.">
          <Combobox
            value={chosen}
            onChange={setChosen}
            options={options}
            onSearch={setKeyword}
            loading={found.isFetching}
            empty="No customer with a site has this email."
          />
        </Field>
      </Stack>
    </SidePanel>
  );
}
