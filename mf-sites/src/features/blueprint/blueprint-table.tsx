import { t } from '@panel/core';
import type { ReactNode } from 'react';
import type { Blueprint } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { EmptyState } from '@panel/ui';
import { ListTable } from '@panel/ui/data';
import { BLUEPRINT_LIST, blueprintListQuery } from '@panel/resources/blueprint';
import { stepPath, useSiteDraft } from '../create/site-draft.ts';
import { BLUEPRINT_PANELS, blueprintActions } from './blueprint.actions.ts';
import { blueprintColumns } from './blueprint.columns.tsx';
import { BlueprintPanels } from './blueprint-panels.tsx';

type Props = {
  /** Blueprints of this site only. */
  siteId?: string;
  caption: string;
  emptyText: string;
  /** The button that makes one. */
  make: ReactNode;
};

/** A list of blueprints with the actions of its rows. */
export function BlueprintTable({ siteId, caption, emptyText, make }: Props) {
  const { startFrom } = useSiteDraft();
  const navigate = useNavigate();
  const createFrom = ({ id, name }: Blueprint) => {
    startFrom({ id, name });
    void navigate(stepPath('details'));
  };
  return (
    <ListTable
      list={BLUEPRINT_LIST}
      query={(state) => blueprintListQuery(state, siteId)}
      panels={BLUEPRINT_PANELS}
      caption={caption}
      columns={blueprintColumns}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      rowActions={(row, { open }) => blueprintActions(row, open, createFrom)}
      search={t('Search blueprints')}
      empty={() => (
        <EmptyState icon="blueprint" preview title={t('No blueprints yet')} text={emptyText} action={make} />
      )}
    >
      {({ panel, chosen, close }) => <BlueprintPanels panel={panel} blueprint={chosen} onClose={close} />}
    </ListTable>
  );
}
