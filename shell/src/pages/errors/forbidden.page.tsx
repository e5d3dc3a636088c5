import { useViewer, t } from '@panel/core';
import { AppLink } from '@panel/core/router';

/** The page exists, but not for this account (spec §6). */
export function Component() {
  const viewer = useViewer();
  return (
    <section className="f-page-plain">
      <p className="f-status">403</p>
      <h1 tabIndex={-1}>{t('Access denied')}</h1>
      <p>
        {viewer
          ? t('{email} doesn’t have access to this page. Sign in with another account, or go back.', {
              email: viewer.email,
            })
          : t('You don’t have access to this page. Sign in to continue.')}
      </p>
      <div className="f-buttons">
        <AppLink className="f-button" to={viewer ? '/' : '/login'}>
          {viewer ? t('Go to the home page') : t('Sign in')}
        </AppLink>
        {viewer && (
          <AppLink className="f-button f-button-plain" to="/logout">
            {t('Logout')}
          </AppLink>
        )}
      </div>
    </section>
  );
}
