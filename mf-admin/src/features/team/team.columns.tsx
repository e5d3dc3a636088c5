import { t } from '@panel/core';
import type { Team } from '@panel/core';
import { Badge, Inline, Link, RelativeTime, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { currentKey, KEY_STATES, lastUsed } from '@panel/resources/team';

function Key({ team }: { team: Team }) {
  const key = currentKey(team);
  const invited = team.invitation && <Badge tone="info">{t('Invited')}</Badge>;
  if (!key) return invited || <Badge>{t('No key yet')}</Badge>;
  const { label, tone } = KEY_STATES[key.state];
  return (
    <Inline gap={2}>
      <Badge tone={tone}>{label}</Badge>
      {invited}
      <Text mono size="s" tone="soft">
        {key.keyId}
      </Text>
    </Inline>
  );
}

function LastUse({ team }: { team: Team }) {
  const key = lastUsed(team);
  if (!key?.lastUsedAt) return <Text tone="muted">{t('Never')}</Text>;
  return (
    <Stack gap={1}>
      <RelativeTime at={key.lastUsedAt} />
      <Text size="s" tone="soft" className="p-break">
        {key.lastUse}
      </Text>
    </Stack>
  );
}

export const teamColumns = (hrefOf: (team: Team) => string): readonly Column<Team>[] => [
  {
    key: 'name',
    title: t('Team'),
    render: (team) => (
      <Link to={hrefOf(team)} quiet>
        {team.name}
      </Link>
    ),
  },
  {
    key: 'packages',
    title: t('Packages'),
    render: ({ packages }) =>
      packages.length > 0 ? (
        <Text mono size="s" className="p-break">
          {packages.join(', ')}
        </Text>
      ) : (
        <Text tone="muted">{t('None')}</Text>
      ),
  },
  { key: 'key', title: t('Key'), render: (team) => <Key team={team} /> },
  { key: 'used', title: t('Last used'), width: '200px', render: (team) => <LastUse team={team} /> },
];
