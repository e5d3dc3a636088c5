import { MEMBER_ROLE_LABELS, t, type Member } from '@panel/core';
import { Badge, RelativeTime, ResourceName, Text } from '@panel/ui';
import { createdColumn, type Column } from '@panel/ui/data';
import { accessOf, memberName } from '@panel/resources/member';

export const memberColumns: readonly Column<Member>[] = [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: (member) => {
      const name = memberName(member);
      return (
        <ResourceName
          icon="users"
          title={member.is_self ? t('{name} (you)', { name }) : name}
          detail={name === member.email ? '' : member.email}
        />
      );
    },
  },
  { key: 'role', title: t('Role'), width: '130px', render: ({ role }) => MEMBER_ROLE_LABELS[role] },
  { key: 'access', title: t('Access to'), width: '220px', render: accessOf },
  {
    key: 'second_factor',
    title: t('Second factor'),
    width: '130px',
    render: ({ second_factor: has }) => <Badge tone={has ? 'success' : 'warning'}>{has ? t('Yes') : t('No')}</Badge>,
  },
  {
    key: 'last_sign_in_at',
    title: t('Last sign-in'),
    sortable: true,
    width: '150px',
    render: ({ last_sign_in_at: at, invited }) =>
      at ? <RelativeTime at={at} /> : <Text tone="muted">{invited ? t('Invited') : t('Never')}</Text>,
  },
  createdColumn,
];
