import { t } from '@panel/core';
import { Navigate, useLocation } from '@panel/core/router';
import { ButtonLink, Card, EmptyState, Grid, Inline, Page } from '@panel/ui';
import type { CHANGED } from './password-changed.ts';

/** /my-account/password-changed, right after a change; opened from a bookmark, it redirects to the form. */
export function Component() {
  const state = useLocation().state as Partial<typeof CHANGED> | null;
  if (!state?.passwordChanged) return <Navigate to="/my-account/change-password" replace />;
  return (
    <Page title={t('Password changed')} width="split">
      <Grid min="sidebar">
        <Card>
          <EmptyState
            icon="check"
            title={t('Your new password is in use')}
            text={t(
              'Every other device that was signed in has been signed out. API tokens keep working: revoke those that you no longer trust.',
            )}
            action={
              <Inline>
                <ButtonLink to="/my-account/profile" kind="primary">
                  {t('Back to profile')}
                </ButtonLink>
                <ButtonLink to="/my-account/api-tokens">{t('Review API tokens')}</ButtonLink>
              </Inline>
            }
          />
        </Card>
      </Grid>
    </Page>
  );
}
