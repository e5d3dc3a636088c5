import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { BlueprintName, Fqdn } from '@panel/contract/schemas';
import type { Site } from '@panel/core';
import { Checkbox, Stack, Text } from '@panel/ui';
import { Combobox } from '@panel/ui/data';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { BLUEPRINT_PARTS, useMakeBlueprint } from '@panel/resources/blueprint';
import { wordpressSitesQuery } from '@panel/resources/site';

const MakeInput = v.object({
  site_fqdn: v.pipe(v.string(), v.nonEmpty(t('Choose a site.')), Fqdn),
  name: BlueprintName,
  includes_content: v.boolean(),
});

/** What the blueprint will contain, and what it will not. */
const Contents = () => (
  <Stack gap={2}>
    <Text as="p">
      <strong>{t('Always included:')}</strong> {BLUEPRINT_PARTS.always}.
    </Text>
    <Text as="p" tone="soft">
      <strong>{t('Never included:')}</strong> {BLUEPRINT_PARTS.never}
    </Text>
    <Text as="p" size="s" tone="muted">
      {t(
        'Files of plugins and themes are copied as they are. If you have written passwords into them, remove those first.',
      )}
    </Text>
  </Stack>
);

/** The sites that a blueprint can be made of, by address. */
function SiteChoice({ value, onChange }: { value: string; onChange: (fqdn: string) => void }) {
  const [keyword, setKeyword] = useState('');
  const { data = [], isFetching } = useQuery(wordpressSitesQuery(keyword));
  return (
    <Combobox
      value={value || null}
      onChange={(fqdn) => onChange(fqdn ?? '')}
      options={data.map(({ fqdn }) => ({ value: fqdn, label: fqdn }))}
      onSearch={setKeyword}
      loading={isFetching}
      empty={t('No ready WordPress site has this address.')}
    />
  );
}

type Props = {
  /** Without it, the panel asks for one. */
  site?: Pick<Site, 'fqdn' | 'title'>;
  onStarted?: (taskId: string) => void;
  onClose: () => void;
};

/** Makes a blueprint of a site. */
export function BlueprintMakePanel({ site, onStarted, onClose }: Props) {
  const make = useMakeBlueprint();
  const form = useForm({
    schema: MakeInput,
    values: { site_fqdn: site?.fqdn ?? '', name: site?.title ?? '', includes_content: false },
    onSubmit: async (input) => {
      const { task_id } = await make.mutateAsync(input);
      onStarted?.(task_id);
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={t('Save as blueprint')} submitLabel={t('Save blueprint')} onClose={onClose}>
      {!site && (
        <FormField form={form} name="site_fqdn" label={t('Site')} required help={t('It stays as it is.')}>
          {({ value, onChange }) => <SiteChoice value={value} onChange={onChange} />}
        </FormField>
      )}
      <FormField form={form} name="name" label={t('Name')} required autoComplete="off" autoFocusInDialog />
      <FormField form={form} name="includes_content" label={t('Content')} hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label={t('Include the content')}
            help={`${BLUEPRINT_PARTS.content}.`}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <Contents />
    </FormPanel>
  );
}
