import { MemberAccessInput } from '@panel/contract/schemas';
import { MEMBER_ROLE_LABELS, t, type Member } from '@panel/core';
import { Text } from '@panel/ui';
import { FormPanel, useForm, useFormField } from '@panel/ui/form';
import { memberName, useChangeMember } from '@panel/resources/member';
import { MemberAccessFields, useMemberChoices } from './access.fields.tsx';

/** Gives a member another role or other sites. */
export function MemberAccessPanel({ member, onClose }: { member: Member; onClose: () => void }) {
  const change = useChangeMember(onClose);
  const { id, workloads } = member;
  const { choices } = useMemberChoices(workloads ?? []);
  const addresses = (ids: readonly string[]) =>
    ids.map((one) => choices.find((each) => each.id === one)?.fqdn ?? one).sort();
  const values = { role: member.role, workload_ids: workloads?.map((each) => each.id) ?? null };
  const form = useForm({
    schema: MemberAccessInput,
    values,
    saved: values,
    said: {
      role: { label: t('Role'), text: (value) => MEMBER_ROLE_LABELS[value] },
      workload_ids: {
        label: t('Access to'),
        text: (ids) => (ids === null ? t('Everything') : addresses(ids).join(', ')),
      },
    },
    onSubmit: (given, expected) => change.mutateAsync({ id, ...given, expected }),
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
      <MemberAccessFields role={role} access={access} own={workloads ?? undefined} />
      <Text as="p" tone="muted">
        {t('Takes effect immediately, including on pages they have open. Their SFTP and database accesses end.')}
      </Text>
    </FormPanel>
  );
}
