import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, usePanelState, type PageContext } from '@panel/core';
import { Banner, ButtonLink, EmptyState, Page, Stack, Stat, Stats } from '@panel/ui';
import { prefetchList } from '@panel/ui/data';
import {
  boughtLicensesQuery,
  cannotCancel,
  comingPayments,
  formatMoney,
  failedPayments,
  paymentMethodsQuery,
  PLANS_PATH,
  sumsPaid,
} from '@panel/resources/payment';
import { formatDate } from '@panel/ui';
import { BillingDetailsCard } from './billing-details.card.tsx';
import { CancelDialog } from './cancel.dialog.tsx';
import { invoiceSource, InvoiceTable } from './invoice-table.tsx';
import { LicenseCard } from './license.card.tsx';
import { PaymentMethodsCard } from './payment-methods.card.tsx';
import { RemoveCardDialog } from './remove-card.dialog.tsx';

const prefetchInvoices = prefetchList(invoiceSource);

export const prefetch = (context: PageContext) =>
  Promise.all([queryClient.prefetchQuery(boughtLicensesQuery), prefetchInvoices(context)]);

/** /my-account/billing: what I pay, for what, and when next. */
export function Component() {
  const { data: licenses } = useSuspenseQuery(boughtLicensesQuery);
  const { panel, of, open, close } = usePanelState(['cancel', 'remove-card']);
  const chosen = licenses.find(({ id }) => id === of);
  const [next] = comingPayments(licenses);
  const failed = failedPayments(licenses);
  const sums = sumsPaid(licenses);
  const plans = (kind: 'default' | 'primary') => (
    <ButtonLink kind={kind} icon="plan" to={PLANS_PATH}>
      {t('See plans')}
    </ButtonLink>
  );
  return (
    <Page
      title={t('Billing')}
      subtitle={t('What you pay, for what, and when next.')}
      actions={plans('default')}
      banner={
        failed.length > 0 && (
          <Banner kind="danger" title={t('A payment failed')}>
            {t(
              'The last payment for {names} failed. It is tried again, and until then nothing changes for your sites.',
              { names: failed.map(({ product_name }) => product_name).join(', ') },
            )}
          </Banner>
        )
      }
    >
      <Stack gap={5}>
        {licenses.length === 0 ? (
          <EmptyState
            icon="card"
            title={t('You pay nothing')}
            text={t('With a plan, your sites and applications have higher limits and domains of their own.')}
            action={plans('primary')}
          />
        ) : (
          <>
            <Stats>
              <Stat label={t('You pay')} icon="card" value={sums.join(' + ') || '-'} />
              <Stat
                label={next ? t('Next payment') : t('No payment is due')}
                icon="calendar"
                value={next ? formatDate(next.to_date * 1000, { withTime: false }) : '-'}
              />
              {next?.subscription && (
                <Stat
                  label={t('For {name}', { name: next.product_name })}
                  value={formatMoney(next.subscription.amount, next.subscription.currency)}
                />
              )}
            </Stats>
            {licenses.map((license) => (
              <LicenseCard key={license.id} license={license} onCancel={() => open('cancel', license.id)} />
            ))}
          </>
        )}
        <PaymentMethodsCard onRemove={({ id }) => open('remove-card', id)} />
        <BillingDetailsCard />
        <InvoiceTable />
      </Stack>
      {panel === 'remove-card' && of && <RemoveCard id={of} onClose={close} />}
      {panel === 'cancel' && chosen && !cannotCancel(chosen) && <CancelDialog license={chosen} onClose={close} />}
    </Page>
  );
}

/** The dialog of a card that is there. */
function RemoveCard({ id, onClose }: { id: string; onClose: () => void }) {
  const card = useQuery(paymentMethodsQuery).data?.find((one) => one.id === id);
  return card && <RemoveCardDialog card={card} onClose={onClose} />;
}
