import { queryClient, readListState, usePanelState, type PageContext, t } from '@panel/core';
import { Button, lazyPanel, Page } from '@panel/ui';
import { BLUEPRINT_LIST, blueprintListQuery } from '@panel/resources/blueprint';
import { BLUEPRINT_PANELS } from './blueprint.actions.ts';
import { BlueprintTable } from './blueprint-table.tsx';

const MakePanel = lazyPanel(async () => (await import('./blueprint-make.panel.tsx')).BlueprintMakePanel);

export const prefetch = ({ search }: PageContext) =>
  queryClient.prefetchQuery(blueprintListQuery(readListState(search, BLUEPRINT_LIST)));

/** /blueprints: the account's own, and those that the partner offers. */
export function Component() {
  const { panel, open, close } = usePanelState(BLUEPRINT_PANELS);
  const make = (
    <Button kind="primary" icon="plus" onClick={() => open('make')}>
      {t('Save as blueprint')}
    </Button>
  );
  return (
    <Page title={t('Blueprints')} subtitle={t('Start new sites from what you have built before.')} actions={make}>
      <BlueprintTable
        caption={t('Blueprints')}
        emptyText={t(
          'A blueprint holds the plugins, themes and settings of a site, and its content if you want. New sites can start from it.',
        )}
        make={make}
      />
      {panel === 'make' && <MakePanel onClose={close} />}
    </Page>
  );
}
