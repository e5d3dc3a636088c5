import { useQuery } from '@tanstack/react-query';
import { canBeLimited, MEMBER_ROLES, type MemberRole } from '@panel/contract/member-roles';
import { MEMBER_ROLE_LABELS, t } from '@panel/core';
import { Checkbox, RadioGroup, Text } from '@panel/ui';
import { memberWorkloadsQuery } from '@panel/resources/member';

const HELP: Readonly<Record<MemberRole, string>> = {
  owner: t('Everything, including team members. Only the customer can delete the account.'),
  developer: t('Changes sites and applications. No invoices, cards or team members.'),
  billing: t('Plans, licenses, invoices and cards. Doesn’t see what is on the sites.'),
  read_only: t('Sees sites and applications, except credentials and the content of files. Changes nothing.'),
};

type RoleProps = { value: MemberRole; onChange: (role: MemberRole) => void; error?: string | undefined };

/** A role, with what it may do. */
export const MemberRoleChoice = ({ value, onChange, error }: RoleProps) => (
  <RadioGroup
    legend={t('Role')}
    options={MEMBER_ROLES.map((role) => ({ value: role, label: MEMBER_ROLE_LABELS[role], help: HELP[role] }))}
    value={value}
    onChange={onChange}
    error={error}
    cards
  />
);

type AccessProps = {
  role: MemberRole;
  /** Null: everything. */
  value: readonly string[] | null;
  onChange: (ids: string[] | null) => void;
  error?: string | undefined;
};

/** The whole account, or some of its sites and applications, where the role can be limited. */
export function MemberAccessChoice({ role, value, onChange, error }: AccessProps) {
  const { data: workloads } = useQuery({ ...memberWorkloadsQuery(), enabled: canBeLimited(role) });
  if (!canBeLimited(role)) return null;
  const without = (id: string) => (value ?? []).filter((each) => each !== id);
  return (
    <>
      <RadioGroup
        legend={t('Access to')}
        options={[
          { value: 'all', label: t('Everything'), help: t('Also what is added later.') },
          { value: 'some', label: t('Chosen sites and applications'), disabled: workloads?.length === 0 },
        ]}
        value={value === null ? 'all' : 'some'}
        onChange={(kind) => onChange(kind === 'all' ? null : [])}
        error={error}
      />
      {value !== null &&
        workloads?.map(({ id, fqdn, is_app: isApp }) => (
          <Checkbox
            key={id}
            label={fqdn}
            help={isApp ? t('Application') : undefined}
            checked={value.includes(id)}
            onChange={(chosen) => onChange(chosen ? [...without(id), id] : without(id))}
          />
        ))}
      {value !== null && workloads?.length === 0 && (
        <Text tone="muted">{t('There are no sites or applications yet.')}</Text>
      )}
    </>
  );
}
