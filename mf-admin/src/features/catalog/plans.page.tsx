import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, usePanelState, usePartner } from '@panel/core';
import { sectionOn } from '@panel/contract/sections';
import { catalogQuery } from '@panel/resources/catalog';
import { Badge, Button, Card, Grid, lazyPanel, Page } from '@panel/ui';
import { PlanPreview } from './plan-preview.tsx';

const EditPanel = lazyPanel(async () => (await import('./plan-edit.panel.tsx')).PlanEditPanel);

export const prefetch = () => queryClient.prefetchQuery(catalogQuery);

/** /admin/plans: which plans the partner sells, under which names and at which prices. */
export function Component() {
  const { data } = useSuspenseQuery(catalogQuery);
  const partner = usePartner();
  const { panel, of, open, close } = usePanelState(['edit']);
  const shown = data.filter(({ project_type: project }) =>
    sectionOn(partner, project === 'site' ? 'sites' : 'applications'),
  );
  const chosen = shown.find(({ product_type: id }) => id === of);
  return (
    <Page title={t('Plans')} subtitle={t('What your customers can buy, with your own names and prices.')}>
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
            <PlanPreview sold={plan} />
          </Card>
        ))}
      </Grid>
      {panel === 'edit' && chosen && <EditPanel key={chosen.product_type} plan={chosen} onClose={close} />}
    </Page>
  );
}
