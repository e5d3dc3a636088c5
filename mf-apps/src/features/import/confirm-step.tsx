import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Banner, Button, ButtonLink, Text } from '@panel/ui';
import { appDashboardQuery } from '@panel/resources/app';

type Props = {
  fqdn: string;
  back: string;
  label: string;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
};

/** The end of a wizard: what happens now, and the button that starts it. */
export function ConfirmStep({ fqdn, back, label, busy, error, onConfirm }: Props) {
  const { data } = useSuspenseQuery(appDashboardQuery);
  return (
    <>
      {error && (
        <Banner kind="danger" live title={t('We couldn’t create your application')}>
          {error.message} {t('Your input is kept.')}
        </Banner>
      )}
      <Text as="p" size="s" tone="muted" className="p-break">
        {t(
          '{fqdn} is reserved. The code is cloned and built, and published once it answers. You can watch each line.',
          {
            fqdn,
          },
        )}
      </Text>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={back}>
          {t('Back')}
        </ButtonLink>
        <Button kind="primary" loading={busy} disabledReason={data.builds_missing} onClick={onConfirm}>
          {label}
        </Button>
      </div>
    </>
  );
}
