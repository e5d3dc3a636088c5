import { useSuspenseQuery } from '@tanstack/react-query';
import { ProfileInput } from '@panel/contract/schemas';
import { queryClient, t } from '@panel/core';
import { Card, Grid, Page, formatDate } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { Form, FormField, useForm } from '@panel/ui/form';
import { profileQuery, useUpdateProfile } from '@panel/resources/user';

export const prefetch = () => queryClient.prefetchQuery(profileQuery);

/** /my-account/profile: the user's own details. */
export function Component() {
  const { data: user } = useSuspenseQuery(profileQuery);
  const save = useUpdateProfile();
  const { firstname, lastname, phone_number } = user;
  const form = useForm({
    schema: ProfileInput,
    values: { firstname, lastname, phone_number },
    saved: { firstname, lastname, phone_number },
    onSubmit: (input, expected) => save.mutateAsync({ ...input, expected }),
  });
  return (
    <Page title={t('Profile')} subtitle={t('Your name and how we reach you.')} width="split">
      <Grid min="sidebar">
        <Card title={t('Personal data')}>
          <Form form={form} submitLabel={t('Save')}>
            <FormField form={form} name="firstname" label={t('First name')} autoComplete="given-name" />
            <FormField form={form} name="lastname" label={t('Last name')} autoComplete="family-name" />
            <FormField
              form={form}
              name="phone_number"
              label={t('Phone number')}
              type="tel"
              autoComplete="tel"
              optional
            />
          </Form>
        </Card>
        <Card title={t('Account')}>
          <DataList
            items={[
              { key: 'email', label: t('Email'), value: user.email },
              { key: 'username', label: t('User name'), value: user.username },
              { key: 'since', label: t('Joined'), value: formatDate(user.created_at) },
            ]}
          />
        </Card>
      </Grid>
    </Page>
  );
}
