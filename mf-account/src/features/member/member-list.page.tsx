import { MEMBER_ROLES } from '@panel/contract/member-roles';
import { MEMBER_ROLE_LABELS, t, type ListState, type Member } from '@panel/core';
import { Button, EmptyState, lazyPanel, Select, type MenuItem } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import {
  cannotChangeMember,
  cannotInviteMember,
  MEMBER_LIST,
  memberListQuery,
  memberName,
  useInviteMemberAgain,
} from '@panel/resources/member';
import { MemberRemoveDialog } from './member-remove.dialog.tsx';
import { memberColumns } from './member.columns.tsx';

const InvitePanel = lazyPanel(async () => (await import('./member-invite.panel.tsx')).MemberInvitePanel);
const AccessPanel = lazyPanel(async () => (await import('./member-access.panel.tsx')).MemberAccessPanel);

const source = { list: MEMBER_LIST, query: memberListQuery, panels: ['invite', 'access', 'remove'] } as const;
export const prefetch = prefetchList(source);

const Add = ({ onClick }: { onClick: () => void }) => (
  <Button kind="primary" icon="plus" call="member.invite" onClick={onClick}>
    {t('Invite a team member')}
  </Button>
);

type FilterProps = { filters: ListState['filters']; onChange: (filters: ListState['filters']) => void };

const Filters = ({ filters, onChange }: FilterProps) => (
  <Select
    aria-label={t('Role')}
    placeholder={t('All roles')}
    options={MEMBER_ROLES.map((value) => ({ value, label: MEMBER_ROLE_LABELS[value] }))}
    value={filters['role']?.[0] ?? ''}
    onChange={(value) => onChange({ ...filters, role: value ? [value] : [] })}
  />
);

/** What can be done to a member. */
const actionsOf = (member: Member, open: (panel: 'access' | 'remove') => void, invite: () => void): MenuItem[] => [
  {
    key: 'access',
    label: t('Change role and access'),
    icon: 'edit',
    call: 'member.change',
    onSelect: () => open('access'),
    disabledReason: cannotChangeMember(member),
  },
  {
    key: 'invite',
    label: t('Send invitation again'),
    icon: 'mail',
    call: 'member.inviteAgain',
    onSelect: invite,
    disabledReason: cannotInviteMember(member),
  },
  {
    key: 'remove',
    label: t('Remove'),
    icon: 'trash',
    danger: true,
    separated: true,
    call: 'member.remove',
    onSelect: () => open('remove'),
    disabledReason: cannotChangeMember(member),
  },
];

/** /my-account/members: who else works in this account, and what each of them may do. */
export function Component() {
  const again = useInviteMemberAgain(() => undefined);
  return (
    <ListPage
      {...source}
      title={t('Team members')}
      subtitle={t('People who work in your account with their own sign-in, and what each of them may do.')}
      actions={({ open }) => <Add onClick={() => open('invite')} />}
      caption={t('Team members')}
      columns={memberColumns}
      rowKey={({ id }) => id}
      rowLabel={memberName}
      rowActions={(row, { open }) =>
        actionsOf(
          row,
          (panel) => open(panel, row.id),
          () => again.mutate(row.id),
        )
      }
      search={t('Search by name or email')}
      filters={({ state, change: set }) => <Filters filters={state.filters} onChange={(filters) => set({ filters })} />}
      empty={({ open }) => (
        <EmptyState
          icon="users"
          title={t('No team members yet')}
          text={t('Invite somebody by email, and choose what they may do and for which sites.')}
          action={<Add onClick={() => open('invite')} />}
        />
      )}
    >
      {({ panel, chosen, close }) => (
        <>
          {panel === 'invite' && <InvitePanel onClose={close} />}
          {panel === 'access' && chosen && !cannotChangeMember(chosen) && (
            <AccessPanel member={chosen} onClose={close} />
          )}
          {panel === 'remove' && chosen && !cannotChangeMember(chosen) && (
            <MemberRemoveDialog member={chosen} onClose={close} />
          )}
        </>
      )}
    </ListPage>
  );
}
