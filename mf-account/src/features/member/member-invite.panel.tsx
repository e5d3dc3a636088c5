import { canBeLimited, type MemberRole } from '@panel/contract/member-roles';
import { MemberInviteInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { Grid } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useInviteMember } from '@panel/resources/member';
import { MemberAccessChoice, MemberRoleChoice } from './access.fields.tsx';

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
      <FormField
        form={form}
        name="email"
        label={t('Email')}
        required
        type="email"
        autoComplete="off"
        help={t('They get an email with a link to set a password. It works for three days.')}
      />
      <Grid min="s">
        <FormField form={form} name="firstname" label={t('First name')} autoComplete="off" maxLength={100} />
        <FormField form={form} name="lastname" label={t('Last name')} autoComplete="off" maxLength={100} />
      </Grid>
      <MemberRoleChoice
        value={role.value}
        onChange={(next) => {
          role.onChange(next);
          if (!canBeLimited(next)) access.onChange(null);
        }}
        error={role.error}
      />
      <MemberAccessChoice role={role.value} value={access.value} onChange={access.onChange} error={access.error} />
    </FormPanel>
  );
}
