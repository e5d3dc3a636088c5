import { canBeLimited } from '@panel/contract/member-roles';
import { MemberInviteInput } from '@panel/contract/schemas';
import { t, type Member } from '@panel/core';
import { Text } from '@panel/ui';
import { FormPanel, useForm, useFormField } from '@panel/ui/form';
import { memberName, useChangeMember } from '@panel/resources/member';
import { MemberAccessChoice, MemberRoleChoice } from './access.fields.tsx';

/** Gives a member another role or other sites. */
export function MemberAccessPanel({ member, onClose }: { member: Member; onClose: () => void }) {
  const change = useChangeMember(onClose);
  const { id, email, role: current, workloads } = member;
  const values = { email, role: current, workload_ids: workloads?.map((each) => each.id) ?? null };
  const form = useForm({
    schema: MemberInviteInput,
    values,
    saved: { role: current },
    onSubmit: ({ role, workload_ids }, opened) =>
      change.mutateAsync({ id, role, workload_ids, ...(opened.role && { expected: opened.role }) }),
  });
  const [role, access] = [useFormField(form, 'role'), useFormField(form, 'workload_ids')];
  return (
    <FormPanel
      form={form}
      title={t('Access of {name}', { name: memberName(member) })}
      submitLabel={t('Save')}
      call="member.change"
      onClose={onClose}
    >
      <MemberRoleChoice
        value={role.value}
        onChange={(next) => {
          role.onChange(next);
          if (!canBeLimited(next)) access.onChange(null);
        }}
        error={role.error}
      />
      <MemberAccessChoice role={role.value} value={access.value} onChange={access.onChange} error={access.error} />
      <Text as="p" tone="muted">
        {t('Takes effect immediately, including on pages they have open. Their SFTP and database accesses end.')}
      </Text>
    </FormPanel>
  );
}
