import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import type { Team } from '@panel/core';
import { Banner, Card, ErrorState, Skeleton, Stack, Switch, Text } from '@panel/ui';
import { approvalsQuery, useSetApprovalRule } from '@panel/resources/approval';
import './team.css';

type Props = { packages: readonly string[]; teams: readonly Team[]; onDone: (message: string) => void };

/** Who every package belongs to, and whether two persons approve what it runs. */
export function PackageRules({ packages, teams, onDone }: Props) {
  const { data, error, refetch, isFetching } = useQuery(approvalsQuery);
  const set = useSetApprovalRule(onDone);
  const ownerOf = (name: string) => teams.find((team) => team.packages.includes(name))?.name ?? 'the operator';
  const endsSoon = new Set(
    data?.waiting.filter(({ action }) => action === 'one-person').map((approval) => approval.package),
  );
  return (
    <Card title={t('Two persons’ approval')}>
      <Stack gap={4}>
        <Text as="p" size="s" tone="soft">
          {t(
            'A promotion, pin or canary of these packages waits at Releases until a second person approves it. A rollback never waits. Turning this off takes two persons as well.',
          )}
        </Text>
        {set.error && (
          <Banner kind="danger" live>
            {set.error.message}
          </Banner>
        )}
        {error && !data && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton kind="text" rows={4} label={t('Loading the packages')} />}
        {data && (
          <ul className="team-rules" aria-label={t('Two persons’ approval')}>
            {packages.map((name) => (
              <li key={name}>
                <Switch
                  label={<span className="p-mono">{name}</span>}
                  checked={data.packages.includes(name)}
                  disabled={set.isPending || endsSoon.has(name)}
                  onChange={(twoPersons) => set.mutate({ package: name, twoPersons })}
                />
                <Text size="s" tone="soft">
                  {endsSoon.has(name)
                    ? t('Turning it off waits for approval')
                    : t('Belongs to {team}', { team: ownerOf(name) })}
                </Text>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Card>
  );
}
