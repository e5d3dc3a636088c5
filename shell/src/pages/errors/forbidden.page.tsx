import { useViewer } from '@panel/core';
import { AppLink } from '@panel/core/router';

/** The page exists, but not for this account (spec §6). */
export function Component() {
  const viewer = useViewer();
  return (
    <section className="f-page-plain">
      <p className="f-status">403</p>
      <h1 tabIndex={-1}>Access denied</h1>
      <p>
        {viewer
          ? `${viewer.email} doesn’t have access to this page. Sign in with another account, or go back.`
          : 'You don’t have access to this page. Sign in to continue.'}
      </p>
      <div className="f-buttons">
        <AppLink className="f-button" to={viewer ? '/' : '/login'}>
          {viewer ? 'Go to the home page' : 'Sign in'}
        </AppLink>
        {viewer && (
          <AppLink className="f-button f-button-plain" to="/logout">
            Logout
          </AppLink>
        )}
      </div>
    </section>
  );
}
