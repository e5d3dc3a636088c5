import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, usePartner } from '@panel/core';
import { Banner, Button, Card, Field, Grid, Select, Stack, TextInput } from '@panel/ui';
import { siteImagesQuery } from '@panel/resources/site';
import { NameField } from '../site/name-field.tsx';
import { useNameCheck } from '../site/use-name-check.ts';
import { AdminPasswordField } from './admin-password.field.tsx';
import { QuotaBanner } from './quota-banner.tsx';
import { useSiteDraft, type SiteDraft } from './site-draft.ts';
import { useDetailsForm, type DetailsField } from './use-details-form.ts';
import { WizardPage } from './wizard.page.tsx';

export const prefetch = () => queryClient.prefetchQuery(siteImagesQuery);

const newestFirst = (versions: { id: string; title: string }[]) =>
  versions.map(({ id, title }) => ({ value: id, label: title }));

/** /create-site-with-wordpress */
export function Component() {
  const { sitesDomain } = usePartner();
  const { data: images } = useSuspenseQuery(siteImagesQuery);
  const { draft, update, password, setPassword, fqdn } = useSiteDraft();
  // Another tab may have made the site since, which empties the draft here as well.
  const isEmpty = draft.name === '' && draft.title === '';
  const form = useDetailsForm({ draft, password, fqdn });
  const check = useNameCheck(draft.name, fqdn);
  // Asked once: the hint shall not vanish under the hand with the first sign of the password.
  const [isResumed] = useState(draft.title !== '' && password === '');

  const set = (change: Partial<SiteDraft>) => {
    update(change);
    form.forgive(...(Object.keys(change) as DetailsField[]));
  };
  return (
    <WizardPage step="details" title="Create a WordPress site" subtitle="Name the site, and choose how you’ll log in.">
      <QuotaBanner />
      {isResumed && !isEmpty && (
        <Banner kind="info" title="We kept your draft">
          Everything is as you left it except the WordPress password, which we never store. Enter it again or generate a
          new one.
        </Banner>
      )}
      {form.failure && (
        <Banner kind="danger" live title="We couldn’t check the name">
          {form.failure.message} Your input is kept.
        </Banner>
      )}
      <form ref={form.formRef} className="p-form" onSubmit={(event) => void form.submit(event)} noValidate>
        <Card title="Site">
          <Stack gap={4}>
            <NameField
              label="Site Domain Name"
              value={draft.name}
              onChange={(name) => set({ name })}
              suffix={`.${sitesDomain}`}
              check={check}
              error={form.errors.name}
            />
            <Field
              label="Site title"
              required
              error={form.errors.title}
              help="Shown at the top of the site and in search results. You can change it in WordPress."
            >
              <TextInput name="title" value={draft.title} onChange={(title) => set({ title })} />
            </Field>
            <Grid min="s">
              <Field label="WordPress version">
                <Select
                  options={newestFirst(images.wp_versions)}
                  value={draft.version || (images.wp_versions[0]?.id ?? '')}
                  onChange={(version) => set({ version })}
                />
              </Field>
              <Field label="PHP version">
                <Select
                  options={newestFirst(images.php_versions)}
                  value={draft.php_version || (images.php_versions[0]?.id ?? '')}
                  onChange={(php_version) => set({ php_version })}
                />
              </Field>
            </Grid>
          </Stack>
        </Card>
        <Card title="WordPress administrator">
          <Stack gap={4}>
            <Field label="User name" required error={form.errors.admin_user} help="You can’t change it later.">
              <TextInput
                name="admin_user"
                value={draft.admin_user}
                onChange={(admin_user) => set({ admin_user })}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </Field>
            <Field
              label="Email"
              required
              error={form.errors.admin_email}
              help="WordPress sends notices and password links to this address."
            >
              <TextInput
                name="admin_email"
                type="email"
                value={draft.admin_email}
                onChange={(admin_email) => set({ admin_email })}
                autoComplete="email"
              />
            </Field>
            <AdminPasswordField
              value={password}
              error={form.errors.admin_password}
              onChange={(next) => {
                setPassword(next);
                form.forgive('admin_password');
              }}
            />
          </Stack>
        </Card>
        <div className="p-form-foot">
          <Button kind="primary" type="submit" iconEnd="arrow-right" loading={form.busy}>
            Continue
          </Button>
        </div>
      </form>
    </WizardPage>
  );
}
