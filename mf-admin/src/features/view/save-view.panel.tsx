import * as v from 'valibot';
import type { ViewList, ViewState } from '@panel/contract';
import { ViewCreateInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Text } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useCreateView } from '@panel/resources/view';

const Named = v.pick(ViewCreateInput, ['name']);

/** Saves what a list shows under a name. */
export function SaveViewPanel({ list, state, onClose }: { list: ViewList; state: ViewState; onClose: () => void }) {
  const create = useCreateView();
  const form = useForm({
    schema: Named,
    values: { name: '' },
    onSubmit: async ({ name }) => {
      await create.mutateAsync({ list, name, state });
      onClose();
    },
  });
  return (
    <FormPanel form={form} title={t('Save this view')} submitLabel={t('Save')} call="view.create" onClose={onClose}>
      <FormField form={form} name="name" label={t('Name')} required autoComplete="off" autoFocusInDialog />
      <Text as="p" tone="muted">
        {t('Search, filters and order are kept, for you alone.')}
      </Text>
    </FormPanel>
  );
}
