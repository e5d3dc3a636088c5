import { STAFF_ROLES } from '@panel/contract/staff-roles';
import { STAFF_ROLE_LABELS, t, useUser, type ListState, type Staff, type User } from '@panel/core';
import { Button, ButtonLink, EmptyState, lazyPanel, Select, type MenuItem } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  cannotChangeStaff,
  cannotInviteStaff,
  STAFF_LIST,
  staffListQuery,
  staffName,
  useInviteStaffAgain,
} from '@panel/resources/staff';
import { StaffRemoveDialog } from './staff-remove.dialog.tsx';
import { staffColumns } from './staff.columns.tsx';

const InvitePanel = lazyPanel(async () => (await import('./staff-invite.panel.tsx')).StaffInvitePanel);
const RolePanel = lazyPanel(async () => (await import('./staff-role.panel.tsx')).StaffRolePanel);

const source = { list: STAFF_LIST, query: staffListQuery, panels: ['invite', 'role', 'remove'] } as const;
export const prefetch = prefetchList(source);

const Add = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" call="staff.invite" onClick={onClick}>
    {t('Add to the staff')}
  </Button>
);

type FilterProps = { filters: ListState['filters']; onChange: (filters: ListState['filters']) => void };

const Filters = ({ filters, onChange }: FilterProps) => (
  <Select
    aria-label={t('Role')}
    placeholder={t('All roles')}
    options={STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_LABELS[value] }))}
    value={filters['role']?.[0] ?? ''}
    onChange={(value) => onChange({ ...filters, role: value ? [value] : [] })}
  />
);

type Doing = { open: (panel: 'role' | 'remove') => void; invite: () => void; viewer: User };

/** What can be done to a member of staff. */
const actionsOf = (member: Staff, { open, invite, viewer }: Doing): MenuItem[] => [
  {
    key: 'role',
    label: t('Change role'),
    icon: 'edit',
    call: 'staff.changeRole',
    onSelect: () => open('role'),
    disabledReason: cannotChangeStaff(member, viewer),
  },
  {
    key: 'invite',
    label: t('Send invitation again'),
    icon: 'mail',
    call: 'staff.inviteAgain',
    onSelect: invite,
    disabledReason: cannotInviteStaff(member, viewer),
  },
  {
    key: 'remove',
    label: t('Remove'),
    icon: 'trash',
    danger: true,
    separated: true,
    call: 'staff.remove',
    onSelect: () => open('remove'),
    disabledReason: cannotChangeStaff(member, viewer),
  },
];

/** /admin/staff: who works on this panel, and what each of them may do. */
export function Component() {
  const again = useInviteStaffAgain(() => undefined);
  const viewer = useUser();
  return (
    <ListPage
      {...source}
      title={t('Staff')}
      subtitle={t('Who works on this panel, and what each of them may do.')}
      actions={({ open }) => (
        <>
          <ButtonLink icon="shield" to="/security">
            {t('Require a second factor')}
          </ButtonLink>
          <Add onClick={() => open('invite')} />
        </>
      )}
      caption={t('Staff')}
      columns={staffColumns}
      rowKey={({ id }) => id}
      rowLabel={staffName}
      rowActions={(row, { open }) =>
        actionsOf(row, { viewer, open: (panel) => open(panel, row.id), invite: () => again.mutate(row.id) })
      }
      search={t('Search by name or email')}
      filters={({ state, change: set }) => <Filters filters={state.filters} onChange={(filters) => set({ filters })} />}
      empty={({ open }) => (
        <EmptyState
          icon="users"
          title={t('No staff yet')}
          text={t('Add somebody by email, and they get a link to set a password.')}
          action={<Add onClick={() => open('invite')} />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {panel === 'invite' && <InvitePanel onClose={close} />}
          {panel === 'role' && chosen && !cannotChangeStaff(chosen, viewer) && (
            <RolePanel member={chosen} onClose={close} />
          )}
          {panel === 'remove' && chosen && !cannotChangeStaff(chosen, viewer) && (
            <StaffRemoveDialog member={chosen} onClose={close} />
          )}
        </>
      )}
    </ListPage>
  );
}
