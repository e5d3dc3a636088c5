import { useViewer } from '@panel/core';
import { AppLink } from '@panel/core/router';

/** The page is there, but not for this account (spec §6). */
export function Component() {
  const viewer = useViewer();
  return (
    <section className="f-page-plain">
      <p className="f-status">403</p>
      <h1 tabIndex={-1}>Access denied</h1>
      <p>
        {viewer
          ? `The account ${viewer.email} may not open this page. Sign in with another account, or go back to where you came from.`
          : 'You may not open this page. Sign in to go on.'}
      </p>
      <div className="f-ask-buttons">
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
