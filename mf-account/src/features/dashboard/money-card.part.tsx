import { useSuspenseQueries } from '@tanstack/react-query';
import { t, type License, type PlanUsage, type SlotProps } from '@panel/core';
import { Card, Icon, Inline, Link, Stack, Stat, Stats, Text, formatDate } from '@panel/ui';
import {
  assignPath,
  boughtLicensesQuery,
  comingPayments,
  failedPayments,
  formatMoney,
  PLANS_PATH,
  planUsageQuery,
  sumsPaid,
  usageName,
  usageNote,
} from '@panel/resources/payment';

const BILLING_PATH = '/my-account/billing';

type Attention = { key: string; isDanger: boolean; text: string; to: string; label: string };

/** What the customer should do about money: payments that failed, limits that are near, licenses that nothing uses. */
function attentionOf(licenses: readonly License[], usage: readonly PlanUsage[]): Attention[] {
  return [
    ...failedPayments(licenses).map(({ id, product_name: name }) => ({
      ...{ key: id, isDanger: true, to: BILLING_PATH, label: t('Billing') },
      text: t('The last payment for {name} failed.', { name }),
    })),
    ...usage.flatMap((one) => {
      const note = usageNote(one);
      const text = note && t('{what}: {note}', { what: usageName(one), note });
      const key = `${one.kind} ${one.subject_id ?? ''}`;
      return text ? [{ key, isDanger: one.level === 100, text, to: PLANS_PATH, label: t('See plans') }] : [];
    }),
    ...licenses
      .filter(({ is_valid: isValid, status, sites }) => isValid && status !== 'past_due' && sites.length === 0)
      .map(({ id, product_name: name, project_type: project, on_trial: isTrial }) => ({
        ...{ key: id, isDanger: false, to: assignPath(project), label: t('Use it') },
        text: isTrial
          ? t('{name} is on trial and not in use.', { name })
          : t('{name} is paid and not in use.', { name }),
      })),
  ];
}

/** Plan and payments on the dashboard: what needs attention, and what is paid next. Nothing for an account without either. */
export function Component(_given: SlotProps['dashboard.cards']) {
  const [licenses, usage] = useSuspenseQueries({ queries: [boughtLicensesQuery, planUsageQuery] });
  const attention = attentionOf(licenses.data, usage.data);
  const [next] = comingPayments(licenses.data);
  if (attention.length === 0 && !next) return null;
  return (
    <Card
      title={t('Plans and payments')}
      actions={
        <Link to={BILLING_PATH} small>
          {t('Billing')}
        </Link>
      }
    >
      <Stack gap={4}>
        {attention.length > 0 && (
          <Stack as="ul" gap={2}>
            {attention.map(({ key, isDanger, text, to, label }) => (
              <Inline as="li" key={key} gap={2} align="baseline">
                <Icon
                  name={isDanger ? 'error' : 'warning'}
                  size={16}
                  className={isDanger ? 'p-text-danger' : 'p-text-warning'}
                />
                <Text className="p-break">{text}</Text>
                <Link to={to}>{label}</Link>
              </Inline>
            ))}
          </Stack>
        )}
        {next?.subscription && (
          <Stats>
            <Stat label={t('You pay')} icon="card" value={sumsPaid(licenses.data).join(' + ')} />
            <Stat
              label={t('Next payment')}
              icon="calendar"
              value={formatDate(next.to_date * 1000, { withTime: false })}
            />
            <Stat
              label={t('For {name}', { name: next.product_name })}
              value={formatMoney(next.subscription.amount, next.subscription.currency)}
            />
          </Stats>
        )}
      </Stack>
    </Card>
  );
}
