import { t, type ApiToken } from '@panel/core';
import { Badge, formatDate, RelativeTime, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { apiTokenState, scopesText } from '@panel/resources/api-token';

const Muted = ({ children }: { children: string }) => (
  <Text size="s" tone="muted">
    {children}
  </Text>
);

export const apiTokenColumns: readonly Column<ApiToken>[] = [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: ({ name, prefix, made_by }) => (
      <Stack gap={1}>
        <Text weight="medium" className="p-break">
          {name}
        </Text>
        <Text mono size="s" tone="muted">
          {prefix}…
        </Text>
        {made_by && <Muted>{t('Made by {email}', { email: made_by })}</Muted>}
      </Stack>
    ),
  },
  { key: 'scopes', title: t('Access'), width: '34%', render: (token) => <Muted>{scopesText(token)}</Muted> },
  {
    key: 'last_used_at',
    title: t('Last used'),
    sortable: true,
    width: '150px',
    render: ({ last_used_at, last_used_ip }) =>
      last_used_at ? (
        <Stack gap={1}>
          <RelativeTime at={last_used_at} />
          {last_used_ip && <Muted>{last_used_ip}</Muted>}
        </Stack>
      ) : (
        t('Never')
      ),
  },
  {
    key: 'expires_at',
    title: t('Expires'),
    sortable: true,
    width: '150px',
    hideBelow: 'lg',
    render: ({ expires_at }) => (expires_at ? formatDate(expires_at) : t('Never')),
  },
  {
    key: 'status',
    title: t('Status'),
    width: '110px',
    render: (token) => {
      const { label, tone } = apiTokenState(token);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
];
