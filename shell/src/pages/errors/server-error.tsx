import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';

/** Message and status code, 500 unless another is given (spec §8). */
export const ServerError = ({ message, status = 500 }: { message: string; status?: number }) => (
  <section className="f-page-plain" role="alert">
    <p className="f-status">{status}</p>
    <h1 tabIndex={-1}>{t('Something went wrong')}</h1>
    <p>{message}</p>
    <AppLink className="f-button" to="/" reloadDocument>
      {t('Go to the home page')}
    </AppLink>
  </section>
);
