import { t } from '@panel/core';
import { Banner, Button } from '@panel/ui';

/** GitHub could not be read: why, and another try. */
export const GithubUnread = ({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) => (
  <Banner
    kind="danger"
    live
    title={t('We couldn’t read your repositories')}
    action={
      <Button icon="refresh" onClick={onRetry} loading={busy}>
        {t('Retry')}
      </Button>
    }
  >
    {error.message}
  </Banner>
);
