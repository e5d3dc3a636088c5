import { t } from '@panel/core';
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
    <FormPanel
      form={form}
      call="blueprint.create"
      title={t('Save as blueprint')}
      submitLabel={t('Save blueprint')}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="site_fqdn"
        label={t('Site')}
        required
        help={t('Any site of your customers. It stays as it is.')}
      >
        {({ value, onChange }) => (
          <Combobox
            value={value || null}
            onChange={(fqdn) => onChange(fqdn ?? '')}
            options={sites.map(({ fqdn }) => ({ value: fqdn, label: fqdn }))}
            onSearch={setKeyword}
            loading={isFetching}
            empty={t('No ready WordPress site has this address.')}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="name"
        label={t('Name')}
        required
        autoComplete="off"
        help={t('Your customers see it.')}
      />
      <FormField form={form} name="includes_content" label={t('Content')} hideLabel>
        {({ value = false, onChange }) => (
          <Checkbox
            label={t('Include the content')}
            help={t('{content}. Make sure that you may share it.', { content: BLUEPRINT_PARTS.content })}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <Text as="p" tone="soft">
        <strong>{t('Never included:')}</strong> {BLUEPRINT_PARTS.never}
      </Text>
    </FormPanel>
  );
}
