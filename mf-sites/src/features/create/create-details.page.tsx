import { useState } from 'react';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, usePartner } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Banner, Button, Card, Field, Grid, Select, Stack } from '@panel/ui';
import { Form, FormField, useForm, useFormField } from '@panel/ui/form';
import { fqdnCheckQuery, nameRefusal, siteImagesQuery } from '@panel/resources/site';
import { NameField } from '../site/name-field.tsx';
import { useNameCheck } from '../site/use-name-check.ts';
import { AdminPasswordField } from './admin-password.field.tsx';
import { SiteDetails, stepPath, useSiteDraft } from './site-draft.ts';
import { StartFromCard } from './start-from.card.tsx';
import { WizardPage } from './wizard.page.tsx';
import { QuotaCard } from '../site/quota-card.tsx';

export const prefetch = () => queryClient.prefetchQuery(siteImagesQuery);

const newestFirst = (versions: { id: string; title: string }[]) =>
  versions.map(({ id, title }) => ({ value: id, label: title }));

const Failure = ({ error }: { error: unknown }) =>
  error instanceof Error && (
    <Banner kind="danger" live title="We couldn’t check the name">
      {error.message} Your input is kept.
    </Banner>
  );

/** /create-site-with-wordpress */
export function Component() {
  const { sitesDomain } = usePartner();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { data: images } = useSuspenseQuery(siteImagesQuery);
  const { draft, update, password, setPassword, fqdn, blueprint, startFrom } = useSiteDraft();
  // Another tab may have created the site meanwhile, which clears the draft here as well.
  const isEmpty = draft.name === '' && draft.title === '';
  const { name, title, admin_user, admin_email } = draft;
  const form = useForm({
    schema: SiteDetails,
    values: { name, title, admin_user, admin_email, admin_password: password },
    keep: ({ admin_password, ...typed }) => {
      update(typed);
      setPassword(admin_password);
    },
    onSubmit: async () => {
      // The name may have been taken since it was typed.
      const refusal = nameRefusal(await cache.fetchQuery(fqdnCheckQuery(fqdn)));
      if (refusal) form.setError('name', { message: refusal });
      else await navigate(stepPath('plan'));
    },
  });
  const nameField = useFormField(form, 'name');
  const passwordField = useFormField(form, 'admin_password');
  const check = useNameCheck(name, fqdn);
  // Read once: the hint must not vanish while the password is typed.
  const [isResumed] = useState(draft.title !== '' && password === '');
  return (
    <WizardPage step="details" title="Create a WordPress site" subtitle="Name the site, and choose how you’ll log in.">
      <QuotaCard />
      {isResumed && !isEmpty && (
        <Banner kind="info" title="We kept your draft">
          Everything is as you left it except the WordPress password, which we never store. Enter it again or generate a
          new one.
        </Banner>
      )}
      <Form form={form} failure={<Failure error={form.failure} />}>
        <StartFromCard source={draft.source} onSource={(source) => update({ source })} {...{ blueprint, startFrom }} />
        <Card title="Site">
          <Stack gap={4}>
            <NameField {...nameField} label="Site Domain Name" suffix={`.${sitesDomain}`} check={check} />
            <FormField
              form={form}
              name="title"
              label="Site title"
              required
              help="Shown at the top of the site and in search results. You can change it in WordPress."
            />
            <Grid min="s">
              <Field label="WordPress version">
                <Select
                  options={newestFirst(images.wp_versions)}
                  value={draft.version || (images.wp_versions[0]?.id ?? '')}
                  onChange={(version) => update({ version })}
                />
              </Field>
              <Field label="PHP version">
                <Select
                  options={newestFirst(images.php_versions)}
                  value={draft.php_version || (images.php_versions[0]?.id ?? '')}
                  onChange={(php_version) => update({ php_version })}
                />
              </Field>
            </Grid>
          </Stack>
        </Card>
        <Card title="WordPress administrator">
          <Stack gap={4}>
            <FormField
              form={form}
              name="admin_user"
              label="User name"
              required
              help="You can’t change it later."
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <FormField
              form={form}
              name="admin_email"
              label="Email"
              required
              help="WordPress sends notices and password links to this address."
              type="email"
              autoComplete="email"
            />
            <AdminPasswordField {...passwordField} />
          </Stack>
        </Card>
        <div className="p-form-foot">
          <Button kind="primary" type="submit" iconEnd="arrow-right" loading={form.busy}>
            Continue
          </Button>
        </div>
      </Form>
    </WizardPage>
  );
}
