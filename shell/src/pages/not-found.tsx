import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';

/** No page has this address, or it belongs to a section that is off (spec §2). */
export const NotFound = () => (
  <section className="f-page-plain">
    <p className="f-status">404</p>
    <h1 tabIndex={-1}>{t('This page could not be found')}</h1>
    <p>{t('Check the address. The page may have been removed.')}</p>
    <AppLink className="f-button" to="/">
      {t('Go to the home page')}
    </AppLink>
  </section>
);
