import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, usePanelState, t } from '@panel/core';
import { Button, EmptyState, Page, Stack, toast } from '@panel/ui';
import { ResourceTable } from '@panel/ui/data';
import { teamsQuery } from '@panel/resources/team';
import { ConfiguredKeys } from './configured-keys.tsx';
import { PackageRules } from './package-rules.tsx';
import { RefusedAttempts } from './refused-attempts.tsx';
import { teamActions, TEAM_PANELS } from './team.actions.ts';
import { teamColumns } from './team.columns.tsx';
import { TeamPanels } from './team-panels.tsx';

const tellDone = (message: string) => toast.success({ message });

export const prefetch = () => queryClient.prefetchQuery(teamsQuery);

/** /admin/teams: who may release which packages. For the platform's operator. */
export function Component() {
  const { data } = useSuspenseQuery(teamsQuery);
  const { panel, of, open, close, hrefOf } = usePanelState(TEAM_PANELS);
  const add = () => open('add');
  return (
    <Page
      title={t('Teams')}
      subtitle={t(
        'Teams that release packages with a key of their own. A team can release, promote and roll back its packages, and nothing else. Changes take effect immediately.',
      )}
      actions={
        <Button kind="primary" icon="plus" onClick={add}>
          {t('Add team')}
        </Button>
      }
    >
      <Stack gap={5}>
        <ResourceTable
          caption={t('Teams')}
          columns={teamColumns(({ id }) => hrefOf('details', id))}
          query={{ rows: data.teams, total: data.teams.length, pageIndex: 0, pageSize: Math.max(1, data.teams.length) }}
          whole
          onChange={() => undefined}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          rowActions={(team) => teamActions(team, open)}
          empty={
            <EmptyState
              icon="users"
              preview
              title={t('No teams yet')}
              text={t('Add a team, choose the packages that belong to it, and send it an invitation for its key.')}
            />
          }
        />
        <PackageRules packages={data.packages} teams={data.teams} onDone={tellDone} />
        <ConfiguredKeys keys={data.configured} />
        <RefusedAttempts refused={data.refused} />
      </Stack>
      <TeamPanels
        panel={panel}
        of={of}
        teams={data.teams}
        open={open}
        packages={data.packages}
        onClose={close}
        onDone={tellDone}
      />
    </Page>
  );
}
