import { t, type OwnSession } from '@panel/core';
import { Badge, Button, EmptyState, Inline, lazyPanel, RelativeTime, Text } from '@panel/ui';
import { ListTable, type Column } from '@panel/ui/data';
import {
  cannotEndOthers,
  cannotEndSession,
  deviceLabel,
  SESSION_LIST,
  sessionListQuery,
} from '@panel/resources/security';

const EndDialog = lazyPanel(async () => (await import('./session-end.dialog.tsx')).SessionEndDialog);
const EndOthersDialog = lazyPanel(async () => (await import('./session-end.dialog.tsx')).SessionEndOthersDialog);

export const SESSION_SOURCE = {
  list: SESSION_LIST,
  query: sessionListQuery,
  panels: ['end-session', 'end-others'],
} as const;

const columns: readonly Column<OwnSession>[] = [
  {
    key: 'device',
    title: t('Device'),
    render: (session) => (
      <Inline gap={2}>
        <Text weight="medium">{deviceLabel(session)}</Text>
        {session.is_current && <Badge tone="success">{t('This browser')}</Badge>}
      </Inline>
    ),
  },
  { key: 'ip', title: t('Address'), width: '200px', render: ({ ip }) => ip ?? t('Unknown') },
  {
    key: 'last_seen_at',
    title: t('Last used'),
    sortable: true,
    width: '160px',
    render: ({ last_seen_at }) => <RelativeTime at={last_seen_at} />,
  },
  {
    key: 'created_at',
    title: t('Signed in'),
    sortable: true,
    width: '160px',
    hideBelow: 'lg',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];

/** Browsers that are signed in; each can be signed out. */
export const SessionSection = () => (
  <ListTable
    {...SESSION_SOURCE}
    caption={t('Sessions')}
    columns={columns}
    rowKey={({ id }: OwnSession) => id}
    rowLabel={deviceLabel}
    rowActions={(session, { open }) => [
      {
        key: 'end',
        label: t('Sign out'),
        icon: 'logout',
        danger: true,
        onSelect: () => open('end-session', session.id),
        disabledReason: cannotEndSession(session),
      },
    ]}
    filters={({ data, open }) => (
      <Button icon="logout" onClick={() => open('end-others')} disabledReason={cannotEndOthers(data)}>
        {t('Sign out all others')}
      </Button>
    )}
    empty={() => (
      <EmptyState icon="user" title={t('No sessions')} text={t('Browsers that are signed in appear here.')} />
    )}
  >
    {({ panel, chosen, close }) => (
      <>
        {panel === 'end-others' && <EndOthersDialog onClose={close} />}
        {panel === 'end-session' && chosen && !chosen.is_current && <EndDialog session={chosen} onClose={close} />}
      </>
    )}
  </ListTable>
);
