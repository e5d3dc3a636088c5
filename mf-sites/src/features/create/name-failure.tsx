import { t } from '@panel/core';
import { Banner } from '@panel/ui';

/** Why the first step could not be left. */
export const NameFailure = ({ error }: { error: unknown }) =>
  error instanceof Error && (
    <Banner kind="danger" live title={t('We couldn’t check the name')}>
      {t('{message} Your input is kept.', { message: error.message })}
    </Banner>
  );
