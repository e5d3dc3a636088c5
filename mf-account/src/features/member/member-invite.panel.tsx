import type { MemberRole } from '@panel/contract/member-roles';
import { MemberInviteInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { FormPanel, PersonFields, useForm, useFormField } from '@panel/ui/form';
import { useInviteMember } from '@panel/resources/member';
import { MemberAccessFields } from './access.fields.tsx';

/** Lets somebody into the account. */
export function MemberInvitePanel({ onClose }: { onClose: () => void }) {
  const invite = useInviteMember(onClose);
  const form = useForm({
    schema: MemberInviteInput,
    values: {
      ...{ email: '', firstname: '', lastname: '' },
      ...{ role: 'developer' as MemberRole, workload_ids: null as string[] | null },
    },
    onSubmit: (input) => invite.mutateAsync(input),
  });
  const [role, access] = [useFormField(form, 'role'), useFormField(form, 'workload_ids')];
  return (
    <FormPanel
      form={form}
      title={t('Invite a team member')}
      submitLabel={t('Invite')}
      call="member.invite"
      onClose={onClose}
    >
      <PersonFields form={form} />
      <MemberAccessFields role={role} access={access} />
    </FormPanel>
  );
}
