import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, usePanelState, usePartner } from '@panel/core';
import { sectionOn } from '@panel/contract/sections';
import { catalogCurrencyQuery, catalogQuery, currenciesOf } from '@panel/resources/catalog';
import { Badge, Button, Card, Grid, lazyPanel, Page } from '@panel/ui';
import { PlanPreview } from './plan-preview.tsx';

const EditPanel = lazyPanel(async () => (await import('./plan-edit.panel.tsx')).PlanEditPanel);

const DefaultPanel = lazyPanel(async () => (await import('./currency.panel.tsx')).CurrencyPanel);

export const prefetch = () =>
  Promise.all([queryClient.prefetchQuery(catalogQuery), queryClient.prefetchQuery(catalogCurrencyQuery)]);

/** /admin/plans: which plans the partner sells, under which names and at which prices. */
export function Component() {
  const { data } = useSuspenseQuery(catalogQuery);
  const {
    data: { currency },
  } = useSuspenseQuery(catalogCurrencyQuery);
  const partner = usePartner();
  const { panel, of, open, close } = usePanelState(['edit', 'currency']);
  const shown = data.filter(({ project_type: project }) =>
    sectionOn(partner, project === 'site' ? 'sites' : 'applications'),
  );
  const currencies = currenciesOf(data);
  const chosen = shown.find(({ product_type: id }) => id === of);
  return (
    <Page
      title={t('Plans')}
      subtitle={t('What your customers can buy, with your own names and prices.')}
      actions={
        currencies.length > 1 && (
          <Button call="catalog.saveCurrency" onClick={() => open('currency')}>
            {t('Default currency: {currency}', { currency: currency.toUpperCase() })}
          </Button>
        )
      }
    >
      <Grid min="m">
        {shown.map((plan) => (
          <Card
            key={plan.product_type}
            actions={
              <Badge tone={plan.offered ? 'success' : 'neutral'}>
                {plan.offered ? t('Offered') : t('Not offered')}
              </Badge>
            }
            footer={
              <Button call="catalog.save" onClick={() => open('edit', plan.product_type)}>
                {t('Edit {name}', { name: plan.name })}
              </Button>
            }
          >
            <PlanPreview sold={plan} currencies={plan.offered ? currencies : []} />
          </Card>
        ))}
      </Grid>
      {panel === 'edit' && chosen && (
        <EditPanel key={chosen.product_type} plan={chosen} currency={currency} onClose={close} />
      )}
      {panel === 'currency' && <DefaultPanel currency={currency} currencies={currencies} onClose={close} />}
    </Page>
  );
}
