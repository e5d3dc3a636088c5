import { useQuery } from '@tanstack/react-query';
import type { MemberWorkload } from '@panel/contract';
import { canBeLimited, MEMBER_ROLES, type MemberRole } from '@panel/contract/member-roles';
import { MEMBER_WORKLOADS_MAX } from '@panel/contract/schemas';
import { MEMBER_ROLE_LABELS, t } from '@panel/core';
import { Checkbox, RadioGroup, Text } from '@panel/ui';
import type { FormInput } from '@panel/ui/form';
import { memberWorkloadsQuery } from '@panel/resources/member';

const HELP: Readonly<Record<MemberRole, string>> = {
  owner: t('Everything, including team members. Only the customer can delete the account.'),
  developer: t('Changes sites and applications. No invoices, cards or team members.'),
  billing: t('Plans, licenses, invoices and cards. Doesn’t see what is on the sites.'),
  read_only: t('Sees sites and applications, except credentials and the content of files. Changes nothing.'),
};

/** What a member can be limited to, with what this one has: that may be beyond the first ones. */
export function useMemberChoices(own: readonly MemberWorkload[] = []) {
  const { data } = useQuery(memberWorkloadsQuery());
  if (!data) return { choices: own, isCut: false };
  const beyond = own.filter(({ id }) => !data.some((each) => each.id === id));
  return { choices: [...data, ...beyond], isCut: data.length >= MEMBER_WORKLOADS_MAX, isEmpty: data.length === 0 };
}

type Field<V> = FormInput<V> & { error: string | undefined };
type FieldsProps = {
  role: Field<MemberRole>;
  /** Null: everything. */
  access: Field<string[] | null>;
  /** What the member has. */
  own?: readonly MemberWorkload[] | undefined;
};

/** What a member may do, and where, if the role can be limited. */
export function MemberAccessFields({ role, access, own }: FieldsProps) {
  const changeRole = (next: MemberRole) => {
    role.onChange(next);
    if (!canBeLimited(next)) access.onChange(null);
  };
  return (
    <>
      <RadioGroup
        legend={t('Role')}
        options={MEMBER_ROLES.map((each) => ({ value: each, label: MEMBER_ROLE_LABELS[each], help: HELP[each] }))}
        value={role.value}
        onChange={changeRole}
        error={role.error}
        cards
      />
      {canBeLimited(role.value) && <Where access={access} own={own} />}
    </>
  );
}

type WhereProps = Pick<FieldsProps, 'access' | 'own'>;

/** The whole account, or some of its sites and applications. */
function Where({ access: { value, onChange, error }, own }: WhereProps) {
  const { choices, isCut, isEmpty } = useMemberChoices(own);
  const without = (id: string) => (value ?? []).filter((each) => each !== id);
  return (
    <>
      <RadioGroup
        legend={t('Access to')}
        options={[
          { value: 'all', label: t('Everything'), help: t('Also what is added later.') },
          { value: 'some', label: t('Chosen sites and applications'), disabled: isEmpty },
        ]}
        value={value === null ? 'all' : 'some'}
        onChange={(kind) => onChange(kind === 'all' ? null : [])}
        error={error}
      />
      {value !== null &&
        choices.map(({ id, fqdn, is_app: isApp }) => (
          <Checkbox
            key={id}
            label={fqdn}
            help={isApp ? t('Application') : undefined}
            checked={value.includes(id)}
            onChange={(chosen) => onChange(chosen ? [...without(id), id] : without(id))}
          />
        ))}
      {value !== null && isCut && (
        <Text tone="muted">{t('The first {count} by address are listed.', { count: MEMBER_WORKLOADS_MAX })}</Text>
      )}
      {value !== null && isEmpty && <Text tone="muted">{t('There are no sites or applications yet.')}</Text>}
    </>
  );
}
