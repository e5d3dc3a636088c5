import { useSuspenseQuery } from '@tanstack/react-query';
import { usePartner, t } from '@panel/core';
import { Button, Card, Field, Grid, Select, Stack } from '@panel/ui';
import { Form, FormField, useForm, useFormField } from '@panel/ui/form';
import { chosenPhp, siteImagesQuery } from '@panel/resources/site';
import { NameField, useNameCheck } from '@panel/workload/name';
import { AdminPasswordField } from './admin-password.field.tsx';
import { NameFailure } from './name-failure.tsx';
import { PHP_OF_BLUEPRINT, SiteDetails, type Wizard } from './site-draft.ts';
import { useNameStep } from './use-name-step.ts';

const newestFirst = (versions: { id: string; title: string }[]) =>
  versions.map(({ id, title }) => ({ value: id, label: title }));

/** The first step of a site on which WordPress is installed. */
export function InstallDetailsForm({ wizard }: { wizard: Wizard }) {
  const { sitesDomain } = usePartner();
  const { data: images } = useSuspenseQuery(siteImagesQuery);
  const { draft, update, blueprint, password, setPassword, fqdn } = wizard;
  const ofBlueprint = blueprint.id === null ? [] : [{ value: '', label: PHP_OF_BLUEPRINT }];
  const php =
    ofBlueprint.length > 0 ? draft.php_version : (chosenPhp(images.php_versions, draft.php_version)?.id ?? '');
  const { name, title, admin_user, admin_email } = draft;
  const proceed = useNameStep(fqdn);
  const form = useForm({
    schema: SiteDetails,
    values: { name, title, admin_user, admin_email, admin_password: password },
    keep: ({ admin_password, ...typed }) => {
      update(typed);
      setPassword(admin_password);
    },
    onSubmit: () => proceed((message) => form.setError('name', { message })),
  });
  const nameField = useFormField(form, 'name');
  const passwordField = useFormField(form, 'admin_password');
  const check = useNameCheck(name, fqdn);
  return (
    <Form form={form} failure={<NameFailure error={form.failure} />}>
      <Card title={t('Site')}>
        <Stack gap={4}>
          <NameField {...nameField} label={t('Site Domain Name')} suffix={`.${sitesDomain}`} check={check} />
          <FormField
            form={form}
            name="title"
            label={t('Site title')}
            required
            help={t('Shown at the top of the site and in search results. You can change it in WordPress.')}
          />
          <Grid min="s">
            <Field label={t('WordPress version')}>
              <Select
                options={newestFirst(images.wp_versions)}
                value={draft.version || (images.wp_versions[0]?.id ?? '')}
                onChange={(version) => update({ version })}
              />
            </Field>
            {images.php_versions.length > 1 && (
              <Field label={t('PHP version')}>
                <Select
                  options={[...ofBlueprint, ...newestFirst(images.php_versions)]}
                  value={php}
                  onChange={(php_version) => update({ php_version })}
                />
              </Field>
            )}
          </Grid>
        </Stack>
      </Card>
      <Card title={t('WordPress administrator')}>
        <Stack gap={4}>
          <FormField
            form={form}
            name="admin_user"
            label={t('User name')}
            required
            help={t('You can’t change it later.')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <FormField
            form={form}
            name="admin_email"
            label={t('Email')}
            required
            help={t('WordPress sends notices and password links to this address.')}
            type="email"
            autoComplete="email"
          />
          <AdminPasswordField {...passwordField} />
        </Stack>
      </Card>
      <div className="p-form-foot">
        <Button kind="primary" type="submit" iconEnd="arrow-right" loading={form.busy}>
          {t('Continue')}
        </Button>
      </div>
    </Form>
  );
}
