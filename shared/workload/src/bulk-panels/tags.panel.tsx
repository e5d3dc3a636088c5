import * as v from 'valibot';
import { typedTags, WorkloadTags } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { useSaveTags } from '@panel/resources/bulk';

const Typed = v.object({
  tags: typedTags(WorkloadTags),
});

type Props = { id: string; tags: readonly string[]; onClose: () => void };

/** The tags of one site or application. */
export function TagsPanel({ id, tags, onClose }: Props) {
  const save = useSaveTags(onClose);
  const values = { tags: tags.join(', ') };
  const form = useForm({
    schema: Typed,
    values,
    saved: values,
    savedOf: ({ tags: now }) => ({ tags: Array.isArray(now) ? now.join(', ') : '' }),
    onSubmit: (input, opened) => save.mutateAsync({ id, ...input, expected: v.parse(v.partial(Typed), opened) }),
  });
  return (
    <FormPanel form={form} call="tag.save" title={t('Tags')} submitLabel={t('Save')} onClose={onClose}>
      <FormField
        form={form}
        name="tags"
        label={t('Tags')}
        help={t('Separate several with commas. Your provider’s support sees them too.')}
        autoComplete="off"
      />
    </FormPanel>
  );
}
