import { t } from '@panel/core';
import { Banner } from '@panel/ui';

/** Why the site could not be published; nothing for a form without a failure. */
export const PublishFailure = ({ error }: { error: unknown }) =>
  error instanceof Error && (
    <Banner kind="danger" live title={t('We couldn’t publish your site')}>
      {t('{message} Your input is kept.', { message: error.message })}
    </Banner>
  );
