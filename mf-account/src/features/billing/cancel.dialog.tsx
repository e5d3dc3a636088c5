import { t, type License } from '@panel/core';
import { ConfirmDialog, formatDate, Stack, Text } from '@panel/ui';
import { useCancelSubscription } from '@panel/resources/payment';

/** Says when the license ends and what happens to what uses it, then cancels it. */
export function CancelDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const cancel = useCancelSubscription(onClose);
  const { sites, subscription, product_name: name, to_date } = license;
  const date = formatDate(to_date * 1000, { withTime: false });
  return (
    <ConfirmDialog
      title={t('Cancel {name}?', { name })}
      confirmLabel={t('Cancel license')}
      danger
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => subscription && cancel.mutate(subscription.subscription_id)}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          {license.on_trial
            ? t(
                'The trial works until {date} and ends then. Nothing is charged, and you can undo this before {date}.',
                { date },
              )
            : t(
                'It is paid until {date} and works until then. Nothing more is paid, and you can undo this before {date}.',
                {
                  date,
                },
              )}
        </Text>
        {sites.length > 0 && (
          <Text as="p" className="p-break">
            {t('After that, {names} get the limits of the smallest plan. Nothing is deleted.', {
              names: sites.map(({ fqdn }) => fqdn).join(', '),
            })}
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
