import { t } from '@panel/core';
import * as v from 'valibot';
import { PageDescription, PageSlug, PageTitle } from '@panel/contract/schemas';
import type { BuilderPage } from '@panel/core';
import { Field, TextArea, TextInput } from '@panel/ui';
import { FormPanel, useForm, useFormField } from '@panel/ui/form';

type Props = {
  page: BuilderPage;
  isHome: boolean;
  /** Addresses of the other pages. */
  taken: readonly string[];
  onSave: (settings: Pick<BuilderPage, 'title' | 'slug' | 'description'>) => void;
  onClose: () => void;
};

/** Title, address and description of a page. */
export function PageSettingsPanel({ page, isHome, taken, onSave, onClose }: Props) {
  const free = v.check((slug: string) => !taken.includes(slug), t('Another page has this address.'));
  const form = useForm({
    schema: v.object({ title: PageTitle, slug: v.pipe(PageSlug, free), description: PageDescription }),
    values: { title: page.title, slug: page.slug, description: page.description },
    onSubmit: (settings) => {
      onSave(settings);
      onClose();
    },
  });
  const title = useFormField(form, 'title');
  const slug = useFormField(form, 'slug');
  const description = useFormField(form, 'description');
  return (
    <FormPanel form={form} title={t('Page settings')} submitLabel={t('Save')} onClose={onClose}>
      <Field
        label={t('Title')}
        required
        error={title.error}
        help={t('Shown in the menu, in browser tabs and in search results.')}
      >
        <TextInput value={title.value} onChange={title.onChange} autoFocusInDialog />
      </Field>
      <Field
        label={t('Address')}
        required
        error={slug.error}
        help={
          isHome
            ? t(
                'The home page is at the address of the site. This one is used when another page becomes the home page.',
              )
            : undefined
        }
      >
        <TextInput value={slug.value} onChange={slug.onChange} prefix="/" spellCheck={false} />
      </Field>
      <Field
        label={t('Description')}
        optional
        error={description.error}
        help={t('A sentence or two for search results.')}
      >
        <TextArea value={description.value} onChange={description.onChange} />
      </Field>
    </FormPanel>
  );
}
