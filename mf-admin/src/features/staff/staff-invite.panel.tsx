import { StaffInviteInput } from '@panel/contract/schemas';
import { t, useUser, type StaffRole } from '@panel/core';
import { FormPanel, PersonFields, useForm, useFormField } from '@panel/ui/form';
import { rolesToGive, useInviteStaff } from '@panel/resources/staff';
import { StaffRoleChoice } from './staff-role.select.tsx';

/** Adds a member of staff by email. */
export function StaffInvitePanel({ onClose }: { onClose: () => void }) {
  const invite = useInviteStaff(onClose);
  const form = useForm({
    schema: StaffInviteInput,
    values: { email: '', firstname: '', lastname: '', staff_role: 'support' as StaffRole },
    onSubmit: (input) => invite.mutateAsync(input),
  });
  const role = useFormField(form, 'staff_role');
  return (
    <FormPanel
      form={form}
      title={t('Add to the staff')}
      submitLabel={t('Add and invite')}
      call="staff.invite"
      onClose={onClose}
    >
      <PersonFields form={form} />
      <StaffRoleChoice roles={rolesToGive(useUser())} value={role.value} onChange={role.onChange} error={role.error} />
    </FormPanel>
  );
}
