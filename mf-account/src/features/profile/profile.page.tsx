import { useSuspenseQuery } from '@tanstack/react-query';
import { CUSTOMER_GRACE_DAYS, ProfileInput } from '@panel/contract/schemas';
import { MEMBER_ROLE_LABELS, queryClient, t, usePanelState, type User } from '@panel/core';
import { Button, Card, Grid, lazyPanel, Page, Stack, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { emailChangeQuery } from '@panel/resources/account';
import { profileQuery, useUpdateProfile } from '@panel/resources/user';
import { EmailCard } from './email.card.tsx';
import { ExportCard } from './export.card.tsx';

const ChangeEmail = lazyPanel(async () => (await import('./change-email.panel.tsx')).ChangeEmailPanel);
const DeleteAccount = lazyPanel(async () => (await import('./delete-account.panel.tsx')).DeleteAccountPanel);

export const prefetch = () =>
  Promise.all([queryClient.prefetchQuery(profileQuery), queryClient.prefetchQuery(emailChangeQuery)]);

/** What is about the account as a whole. */
const AccountCards = ({ onDelete }: { onDelete: () => void }) => (
  <>
    <ExportCard />
    <Card title={t('Delete account')}>
      <Stack gap={3}>
        <Text as="p">
          {t('Everything that belongs to your account is deleted after {days} days. Until then you can undo it.', {
            days: CUSTOMER_GRACE_DAYS,
          })}
        </Text>
        <Button kind="danger" onClick={onDelete}>
          {t('Delete account')}
        </Button>
      </Stack>
    </Card>
  </>
);

/** In whose account a member is. */
const MembershipCard = ({ member: { account, role, all_workloads: all } }: { member: NonNullable<User['member']> }) => (
  <Card title={t('Your access')}>
    <Stack gap={3}>
      <Text as="p">{t('You are a team member in the account of {account}.', { account })}</Text>
      <Text as="p" tone="muted">
        {all
          ? MEMBER_ROLE_LABELS[role]
          : t('{role}, for some sites and applications', { role: MEMBER_ROLE_LABELS[role] })}
      </Text>
    </Stack>
  </Card>
);

/** /my-account/profile: the user's own details. */
export function Component() {
  const { data: user } = useSuspenseQuery(profileQuery);
  const save = useUpdateProfile();
  const { panel, open, close } = usePanelState(['email', 'delete']);
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
        <EmailCard user={user} onChange={() => open('email')} />
        {user.member ? <MembershipCard member={user.member} /> : <AccountCards onDelete={() => open('delete')} />}
      </Grid>
      {panel === 'email' && <ChangeEmail email={user.email} onClose={close} />}
      {panel === 'delete' && !user.member && <DeleteAccount email={user.email} onClose={close} />}
    </Page>
  );
}
