import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { BlueprintCreateInput } from '@panel/contract/schemas';
import { Checkbox, Text } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { BLUEPRINT_PARTS, useMakeBlueprint } from '@panel/resources/blueprint';
import { wordpressSitesQuery } from '@panel/resources/site';

/** Makes a blueprint that belongs to the partner. */
export function BlueprintMakePanel({ onClose }: { onClose: () => void }) {
  const [keyword, setKeyword] = useState('');
  const { data: sites = [], isFetching } = useQuery(wordpressSitesQuery(keyword));
  const make = useMakeBlueprint();
  const form = useForm({
    schema: BlueprintCreateInput,
    values: { site_fqdn: '', name: '', includes_content: false },
    onSubmit: async ({ site_fqdn, name, includes_content }) => {
      await make.mutateAsync({ site_fqdn, name, includes_content });
      onClose();
    },
  });
  return (
    <FormPanel form={form} title="Save as blueprint" submitLabel="Save blueprint" onClose={onClose}>
      <FormField
        form={form}
        name="site_fqdn"
        label="Site"
        required
        help="Any site of your customers. It stays as it is."
      >
        {({ value, onChange }) => (
          <Combobox
            value={value || null}
            onChange={(fqdn) => onChange(fqdn ?? '')}
            options={sites.map(({ fqdn }) => ({ value: fqdn, label: fqdn }))}
            onSearch={setKeyword}
            loading={isFetching}
            empty="No ready WordPress site has this address."
          />
        )}
      </FormField>
      <FormField form={form} name="name" label="Name" required autoComplete="off" help="Your customers see it." />
      <FormField form={form} name="includes_content" label="Content" hideLabel>
        {({ value = false, onChange }) => (
          <Checkbox
            label="Include the content"
            help={`${BLUEPRINT_PARTS.content}. Make sure that you may share it.`}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <Text as="p" tone="soft">
        <strong>Never included:</strong> {BLUEPRINT_PARTS.never}
      </Text>
    </FormPanel>
  );
}
