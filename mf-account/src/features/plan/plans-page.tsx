import { useSuspenseQuery } from '@tanstack/react-query';
import type { LicenseProject, PriceInterval } from '@panel/contract';
import { DEFAULT_INTERVAL } from '@panel/contract/schemas';
import { sectionOn } from '@panel/contract/sections';
import {
  panelStore,
  partnerAtom,
  queryClient,
  t,
  usePanelState,
  usePartner,
  type PageContext,
  type Partner,
} from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { ButtonLink, EmptyState, Inline, lazyPanel, Page, SegmentedControl, Stack } from '@panel/ui';
import {
  accountPlanQuery,
  BILLING_PATH,
  boughtLicensesQuery,
  currencyNamed,
  currencyQuery,
  INTERVALS,
  pricesQuery,
  productNamed,
} from '@panel/resources/payment';
import { AccountPlan } from './account-plan.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import { ProductGrid } from './product-grid.tsx';
import { UsageCard } from './usage.card.tsx';

const ChangePanel = lazyPanel(async () => (await import('./change-plan.dialog.tsx')).ChangePlanDialog);

/** Those of the projects whose section the partner has on. */
const offered = (projects: readonly LicenseProject[], partner: Partner | null) =>
  projects.filter((project) => partner && sectionOn(partner, project === 'site' ? 'sites' : 'applications'));

/** What a page of plans reads first; its cards read the licenses of their projects. */
export const prefetchPlans =
  (projects: readonly LicenseProject[]) =>
  ({ search }: PageContext) =>
    Promise.all([
      queryClient.prefetchQuery(accountPlanQuery),
      queryClient.prefetchQuery(boughtLicensesQuery),
      queryClient.prefetchQuery(currencyQuery),
      ...offered(projects, panelStore.get(partnerAtom)).map((project) =>
        queryClient.prefetchQuery(pricesQuery(project, currencyNamed(search.get('currency')))),
      ),
    ]);

/** Plans with their prices by month or by year, and what the customer has of them. */
export function PlansPage({ projects }: { projects: readonly LicenseProject[] }) {
  const partner = usePartner();
  const [search, setSearch] = useSearchParams();
  const { data: account } = useSuspenseQuery(accountPlanQuery);
  const { panel, of, open, close } = usePanelState(['change']);
  const interval: PriceInterval = search.get('interval') === 'month' ? 'month' : DEFAULT_INTERVAL;
  const currency = currencyNamed(search.get('currency'));
  const choose = (name: 'interval' | 'currency', next: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(name, next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  const shown = offered(projects, partner);
  const target = productNamed(of);
  return (
    <Page
      title={projects.length > 1 ? t('Plans') : projects[0] === 'site' ? t('Site plans') : t('Application plans')}
      subtitle={t('Choose what your sites and applications run on.')}
      actions={<ButtonLink to={BILLING_PATH}>{t('Billing')}</ButtonLink>}
    >
      <Stack gap={5}>
        <AccountPlan plan={account} />
        <UsageCard />
        <Inline gap={4}>
          <SegmentedControl
            label={t('Billed')}
            segments={INTERVALS}
            value={interval}
            onChange={(next) => choose('interval', next)}
          />
          <CurrencyChoice chosen={currency} onChange={(next) => choose('currency', next)} />
        </Inline>
        {shown.length === 0 && <EmptyState icon="plan" title={t('There are no plans to choose from.')} />}
        {shown.map((project) => (
          <ProductGrid
            key={project}
            project={project}
            interval={interval}
            currency={currency}
            onChange={(id) => open('change', id)}
          />
        ))}
      </Stack>
      {panel === 'change' && target && <ChangePanel product={target} onClose={close} />}
    </Page>
  );
}
