import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useListState, usePanelState, type Blueprint } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { EmptyState, NoMatch } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
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
  const { state, change, isFiltered } = useListState(BLUEPRINT_LIST);
  const { data, isFetching } = useSuspenseQuery(blueprintListQuery(state, siteId));
  const { panel, of, open, close } = usePanelState(BLUEPRINT_PANELS);
  const { startFrom } = useSiteDraft();
  const navigate = useNavigate();
  const createFrom = ({ id, name }: Blueprint) => {
    startFrom({ id, name });
    void navigate(stepPath('details'));
  };
  return (
    <>
      <ResourceTable
        caption={caption}
        columns={blueprintColumns}
        query={{ ...state, rows: data.pageElements, total: data.totalCount }}
        onChange={change}
        loading={isFetching}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(row) => blueprintActions(row, open, createFrom)}
        isFiltered={isFiltered}
        search={{ value: state.keyword, onChange: (keyword) => change({ keyword }), label: 'Search blueprints' }}
        noMatch={<NoMatch onClear={() => change({ keyword: '' })} />}
        empty={<EmptyState icon="blueprint" preview title="No blueprints yet" text={emptyText} action={make} />}
      />
      <BlueprintPanels panel={panel} blueprint={data.pageElements.find(({ id }) => id === of)} onClose={close} />
    </>
  );
}
