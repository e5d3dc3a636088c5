import { STAFF_ROLE_LABELS, t, type Staff } from '@panel/core';
import { Badge, RelativeTime, ResourceName, Text } from '@panel/ui';
import { createdColumn, type Column } from '@panel/ui/data';
import { staffName } from '@panel/resources/staff';

export const staffColumns: readonly Column<Staff>[] = [
  {
    key: 'name',
    title: t('Name'),
    sortable: true,
    render: (member) => {
      const name = staffName(member);
      return (
        <ResourceName
          icon="users"
          title={member.is_self ? t('{name} (you)', { name }) : name}
          detail={name === member.email ? '' : member.email}
        />
      );
    },
  },
  { key: 'role', title: t('Role'), width: '150px', render: ({ staff_role: role }) => STAFF_ROLE_LABELS[role] },
  {
    key: 'second_factor',
    title: t('Second factor'),
    width: '150px',
    render: ({ second_factor: has }) => <Badge tone={has ? 'success' : 'warning'}>{has ? t('Yes') : t('No')}</Badge>,
  },
  {
    key: 'last_sign_in_at',
    title: t('Last sign-in'),
    sortable: true,
    width: '160px',
    render: ({ last_sign_in_at: at, invited }) =>
      at ? <RelativeTime at={at} /> : <Text tone="muted">{invited ? t('Invited') : t('Never')}</Text>,
  },
  createdColumn,
];
