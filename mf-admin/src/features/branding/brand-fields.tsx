import { t } from '@panel/core';
import { useState } from 'react';
import { DEFAULT_BRAND } from '@panel/brand/colors';
import { LANGUAGES, SOURCE_LANGUAGE, TRANSLATED } from '@panel/contract/languages';
import { BRAND_COLORS, BRAND_IMAGE_MAX_BYTES, BRAND_IMAGES } from '@panel/contract/schemas';
import { Badge, Card, formatBytes, Grid, Select, Stack, Switch, Tabs, Text, TextArea } from '@panel/ui';
import { FormField, useFormField } from '@panel/ui/form';
import { ATTRIBUTE_LABELS } from '@panel/resources/partner';
import { BrandColorField } from './brand-color-field.tsx';
import { BrandContrast } from './brand-contrast.tsx';
import { BrandImageField } from './brand-image-field.tsx';
import type { BrandFormState, BrandValues } from './branding.form.ts';

type Props = { form: BrandFormState };

const LANGUAGE_OPTIONS = TRANSLATED.map((value) => ({ value, label: LANGUAGES[value].name }));

const Colors = ({ form }: Props) => (
  <Card>
    <Stack gap={5}>
      <div className="brand-colors">
        {BRAND_COLORS.map((name) => (
          <BrandColorField
            key={name}
            form={form}
            name={name}
            label={ATTRIBUTE_LABELS[name] ?? name}
            fallback={DEFAULT_BRAND[name]}
          />
        ))}
      </div>
      <BrandContrast form={form} />
    </Stack>
  </Card>
);

const Words = ({ form }: Props) => (
  <Card>
    <Stack gap={5}>
      <Grid min="s">
        <FormField
          form={form}
          name="RESELLER_COMPANY_NAME"
          label={t('Company name')}
          help={t('Shown in the header, the footer and emails. If empty, the panel shows its domain.')}
          maxLength={60}
          autoComplete="organization"
        />
        <FormField
          form={form}
          name="RESELLER_HOSTING_PAGE_TITLE"
          label={t('Page title')}
          help={t('Shown in the browser tab after the page name.')}
          maxLength={80}
        />
      </Grid>
      <FormField
        form={form}
        name="RESELLER_COMPANY_SLOGAN"
        label={t('Slogan')}
        help={t('Shown beside the sign-in form.')}
        maxLength={140}
      />
      <FormField
        form={form}
        name="LANGUAGE"
        label={t('Language')}
        help={t('For visitors whose browser asks for no language that the panel has. Everyone can choose another one.')}
      >
        {(input) => <Select {...input} options={LANGUAGE_OPTIONS} placeholder={LANGUAGES[SOURCE_LANGUAGE].name} />}
      </FormField>
    </Stack>
  </Card>
);

const Images = ({ form }: Props) => (
  <Card>
    <Stack gap={4}>
      <Text as="p" size="s" tone="soft">
        {t('PNG, SVG or WebP, at most {limit} each. The favicon can also be an ICO file.', {
          limit: formatBytes(BRAND_IMAGE_MAX_BYTES),
        })}
      </Text>
      <BrandImageField form={form} name="logo" label={t('Logo')} help={t('On the sign-in page.')} />
      <BrandImageField form={form} name="logo_small" label={t('Small logo')} help={t('In the header.')} />
      <BrandImageField form={form} name="favicon" label={t('Favicon')} help={t('In the browser’s tab.')} />
    </Stack>
  </Card>
);

type FlagProps = Props & {
  name: 'SHOW_OTHER_LOGIN_OPTIONS' | 'SHOW_MIGRATION_SITE_BTN';
  label: string;
  help: string;
};

/** The specification writes a flag as text. */
function Flag({ form, name, label, help }: FlagProps) {
  const { value, onChange } = useFormField(form, name);
  return (
    <Switch
      label={label}
      help={help}
      checked={value === 'true'}
      onChange={(isOn) => onChange(isOn ? 'true' : 'false')}
    />
  );
}

const Extras = ({ form }: Props) => (
  <Card>
    <Stack gap={5}>
      <Flag
        form={form}
        name="SHOW_OTHER_LOGIN_OPTIONS"
        label={t('Other login options')}
        help={t('Shows a short text about the panel beside the sign-in form.')}
      />
      <Flag
        form={form}
        name="SHOW_MIGRATION_SITE_BTN"
        label={t('Migration button')}
        help={t('Shows the button that asks you to move a site here.')}
      />
      <FormField
        form={form}
        name="MIGRATION_VIDEO_LINK"
        label={t('Migration video')}
        help={t('Link to a video that explains how to move a site.')}
        type="url"
        inputMode="url"
        placeholder={t('https://')}
        maxLength={500}
      />
      <FormField
        form={form}
        name="ONLINE_CHAT_SCRIPT"
        label={t('Online chat script')}
        help={t(
          'The code from your chat provider. It runs in a separate frame that can’t read the panel, and only when someone opens the chat.',
        )}
      >
        {(input) => <TextArea {...input} className="p-mono" rows={3} spellCheck={false} />}
      </FormField>
    </Stack>
  </Card>
);

type Group = { key: string; label: string; names: readonly (keyof BrandValues)[]; Fields: typeof Colors };

/** The fields of a brand in groups, in the order of their tabs. */
const GROUPS: readonly Group[] = [
  {
    key: 'name',
    label: t('Name and words'),
    names: ['RESELLER_COMPANY_NAME', 'RESELLER_HOSTING_PAGE_TITLE', 'RESELLER_COMPANY_SLOGAN', 'LANGUAGE'],
    Fields: Words,
  },
  { key: 'colors', label: t('Colors'), names: BRAND_COLORS, Fields: Colors },
  { key: 'images', label: t('Images'), names: BRAND_IMAGES, Fields: Images },
  {
    key: 'sign-in',
    label: t('Sign-in and chat'),
    names: ['SHOW_OTHER_LOGIN_OPTIONS', 'SHOW_MIGRATION_SITE_BTN', 'MIGRATION_VIDEO_LINK', 'ONLINE_CHAT_SCRIPT'],
    Fields: Extras,
  },
];

/** All fields of a brand, a group at a time. Save opens the first group with an error. */
export function BrandFields({ form }: Props) {
  const { errors, submitCount } = form.formState;
  const [group, setGroup] = useState('name');
  const [submitted, setSubmitted] = useState(submitCount);
  const errorsIn = ({ names }: Group) => names.filter((name) => errors[name]).length;
  if (submitted !== submitCount) {
    // Before the form gives the focus to the first invalid field.
    setSubmitted(submitCount);
    const wrong = GROUPS.filter((each) => errorsIn(each) > 0);
    if (wrong[0] && !wrong.some(({ key }) => key === group)) setGroup(wrong[0].key);
  }
  return (
    <Tabs
      label={t('Parts of the brand')}
      active={group}
      onChange={setGroup}
      tabs={GROUPS.map((each) => {
        const count = errorsIn(each);
        return {
          key: each.key,
          label: (
            <>
              {each.label}{' '}
              {count > 0 && <Badge tone="danger">{count === 1 ? t('1 error') : t('{count} errors', { count })}</Badge>}
            </>
          ),
          content: <each.Fields form={form} />,
        };
      })}
    />
  );
}
