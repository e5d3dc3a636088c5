import { t, type License } from '@panel/core';
import { Badge, Button, ButtonLink, Card, CopyText, formatDate, Stack, Switch, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import {
  assignPath,
  boughtState,
  canGoOn,
  cannotCancel,
  cannotChangePlan,
  cannotUse,
  nextText,
  paidLabel,
  placesLabel,
  plansPath,
  useRenewal,
} from '@panel/resources/payment';

const dateOnly = (at: number): string => formatDate(at, { withTime: false });

type Props = { license: License; onCancel: () => void };

/** A bought license: what it costs, what uses it, what happens next, and how to change that. */
export function LicenseCard({ license, onCancel }: Props) {
  const { label, tone } = boughtState(license);
  const { sites, site_limit, project_type: project, subscription, status, to_date } = license;
  const renewal = useRenewal();
  const renew = (on: boolean) =>
    subscription && renewal.mutate({ subscription_id: subscription.subscription_id, renewal_automatically: on });
  const ends = status === 'expired';
  const isUnused = license.is_valid && sites.length === 0;
  return (
    <Card
      title={license.product_name}
      actions={<Badge tone={tone}>{label}</Badge>}
      footer={
        !ends && (
          <>
            {!cannotUse(license) && (
              <ButtonLink kind={isUnused ? 'primary' : 'default'} to={assignPath(project)}>
                {project === 'site' ? t('Assign to a site') : t('Assign to an application')}
              </ButtonLink>
            )}
            {!cannotChangePlan(license) && <ButtonLink to={plansPath(project)}>{t('Change plan')}</ButtonLink>}
            {canGoOn(license) ? (
              <Button icon="refresh" loading={renewal.isPending} onClick={() => renew(true)}>
                {t('Undo cancellation')}
              </Button>
            ) : (
              <Button disabledReason={cannotCancel(license)} onClick={onCancel}>
                {t('Cancel')}
              </Button>
            )}
          </>
        )
      }
    >
      <Stack gap={4}>
        {isUnused && (
          <Text as="p" tone="warning">
            {license.on_trial ? t('This license is not in use.') : t('This license is paid and not in use.')}
          </Text>
        )}
        <DataList
          columns={2}
          items={[
            { key: 'price', label: t('Price'), value: paidLabel(license) },
            { key: 'next', label: ends ? t('Ended') : t('What happens next'), value: nextText(license, dateOnly) },
            {
              key: 'used',
              label: t('In use'),
              value: t('{used} of {places}', { used: sites.length, places: placesLabel(project, site_limit) }),
            },
            {
              key: 'by',
              label: t('Used by'),
              value: sites.map(({ fqdn }) => fqdn).join(', '),
            },
            { key: 'plan', label: t('Plan'), value: license.plan_type },
            {
              key: 'key',
              label: t('License key'),
              value: <CopyText text={license.license_key} label={t('Copy license key')} whole />,
            },
          ]}
        />
        {!ends && status !== 'past_due' && (
          <Switch
            label={t('Renew automatically')}
            help={
              license.on_trial
                ? license.autoRenewal
                  ? t('Off: it ends on {date}, and nothing is charged.', { date: dateOnly(to_date * 1000) })
                  : t('On: it goes on after {date} and is paid from then.', { date: dateOnly(to_date * 1000) })
                : license.autoRenewal
                  ? t('Off: it ends on {date}, and nothing more is paid.', { date: dateOnly(to_date * 1000) })
                  : t('On: it goes on after {date} and is paid again.', { date: dateOnly(to_date * 1000) })
            }
            checked={license.autoRenewal}
            disabled={renewal.isPending}
            onChange={renew}
          />
        )}
      </Stack>
    </Card>
  );
}
