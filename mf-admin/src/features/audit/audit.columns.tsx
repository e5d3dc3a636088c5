import { t } from '@panel/core';
import { Badge, Link, RelativeTime, Stack, Text } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import { auditTitle, auditWho, type AuditLine } from '@panel/resources/audit';

export const auditColumns = (hrefOf: (line: AuditLine) => string): readonly Column<AuditLine>[] => [
  {
    key: 'action',
    title: t('Action'),
    render: (line) => (
      <Stack gap={1}>
        <Link to={hrefOf(line)} quiet>
          {auditTitle(line)}
        </Link>
        <Text size="s" tone="muted" className="p-break">
          {line.action}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'who',
    title: t('Who'),
    width: '260px',
    render: (line) => (
      <Stack gap={1}>
        <Text className="p-break">{auditWho(line)}</Text>
        {line.by === 'behalf' && <Badge tone="warning">{t('On behalf')}</Badge>}
      </Stack>
    ),
  },
  {
    key: 'ip',
    title: t('Address'),
    width: '140px',
    hideBelow: 'md',
    render: ({ ip }) => <Text tone="soft">{ip}</Text>,
  },
  {
    key: 'created_at',
    title: t('When'),
    width: '140px',
    render: ({ created_at }) => <RelativeTime at={created_at} />,
  },
];
