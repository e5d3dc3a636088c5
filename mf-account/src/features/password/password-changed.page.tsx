import { ButtonLink, Card, EmptyState, Page } from '@panel/ui';

/** /my-account/password-changed */
export function Component() {
  return (
    <Page title="Password changed" width="form">
      <Card>
        <EmptyState
          icon="check"
          title="Your new password is in use"
          text="Every other device that was signed in has been signed out."
          action={<ButtonLink to="/my-account/profile" kind="primary">Back to profile</ButtonLink>}
        />
      </Card>
    </Page>
  );
}
