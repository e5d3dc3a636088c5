import { t } from '@panel/core';
import { SECTIONS } from '@panel/contract/sections';
import { Checkbox, Grid, Heading, Stack } from '@panel/ui';
import { FormField, FormPanel, PersonFields, useForm, useFormField, type FormState } from '@panel/ui/form';
import { SECTION_LABELS } from '@panel/resources/partner';
import { useCreateReseller } from '@panel/resources/reseller';
import type * as v from 'valibot';
import { EMPTY, flatFields, newInputOf, NewReseller } from './reseller-form.ts';
import { ResellerLimitFields } from './reseller-limit-fields.tsx';

type Form = { form: FormState<v.InferInput<typeof NewReseller>, v.InferOutput<typeof NewReseller>> };

/** Applications need the special-partner flag, so its box turns them on. */
function Sections({ form }: Form) {
  const { value, onChange } = useFormField(form, 'sections');
  const special = useFormField(form, 'is_special');
  return (
    <Stack gap={2}>
      <Checkbox
        label={t('Special partner')}
        help={t('Offers applications, and its customers pay by card here.')}
        checked={special.value}
        onChange={special.onChange}
      />
      {SECTIONS.filter((section) => section !== 'applications').map((section) => (
        <Checkbox
          key={section}
          label={SECTION_LABELS[section].name}
          checked={value.includes(section)}
          onChange={(isOn) => onChange(isOn ? [...value, section] : value.filter((each) => each !== section))}
        />
      ))}
    </Stack>
  );
}

/** Creates a partner, whose panel answers at once. */
export function ResellerCreatePanel({ onClose }: { onClose: () => void }) {
  const create = useCreateReseller(onClose);
  const form = useForm({
    schema: NewReseller,
    values: EMPTY,
    onSubmit: (input) => create.mutateAsync(newInputOf(input)),
    fieldsOf: flatFields,
  });
  return (
    <FormPanel form={form} title={t('Add a partner')} submitLabel={t('Create partner')} onClose={onClose}>
      <FormField form={form} name="name" label={t('Name')} required maxLength={60} autoComplete="off" />
      <FormField
        form={form}
        name="host"
        label={t('Panel host')}
        required
        autoComplete="off"
        placeholder={t('panel.agency.com')}
        help={t('The panel answers once its DNS leads to this installation.')}
      />
      <FormField
        form={form}
        name="sites_domain"
        label={t('Domain of its sites')}
        required
        autoComplete="off"
        placeholder={t('agency-sites.com')}
        help={t('Sites are below it, so it needs another domain than the panel. It cannot be changed later.')}
      />
      <FormField
        form={form}
        name="support_email"
        label={t('Support email')}
        required
        type="email"
        autoComplete="off"
        help={t('Shown to its customers.')}
      />
      <Heading level={3}>{t('First administrator')}</Heading>
      <PersonFields form={form} />
      <Heading level={3}>{t('Brand')}</Heading>
      <Grid min="s">
        <FormField
          form={form}
          name="header"
          label={t('Header color')}
          placeholder="#1e1b4b"
          maxLength={7}
          autoComplete="off"
        />
        <FormField
          form={form}
          name="button"
          label={t('Button color')}
          placeholder="#4f46e5"
          maxLength={7}
          autoComplete="off"
        />
      </Grid>
      <Heading level={3}>{t('Sections')}</Heading>
      <Sections form={form} />
      <Heading level={3}>{t('Limits')}</Heading>
      <ResellerLimitFields form={form} />
    </FormPanel>
  );
}
