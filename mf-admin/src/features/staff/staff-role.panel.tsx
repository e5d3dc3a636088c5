import * as v from 'valibot';
import { StaffRoleInput } from '@panel/contract/schemas';
import { STAFF_ROLE_LABELS, t, useUser, type Staff } from '@panel/core';
import { Text } from '@panel/ui';
import { FormPanel, useForm, useFormField } from '@panel/ui/form';
import { rolesToGive, staffName, useChangeStaffRole } from '@panel/resources/staff';
import { StaffRoleChoice } from './staff-role.select.tsx';

const Chosen = v.pick(StaffRoleInput, ['staff_role']);

/** Gives a member of staff another role. */
export function StaffRolePanel({ member, onClose }: { member: Staff; onClose: () => void }) {
  const change = useChangeStaffRole(onClose);
  const form = useForm({
    schema: Chosen,
    values: { staff_role: member.staff_role },
    saved: { staff_role: member.staff_role },
    said: { staff_role: { label: t('Role'), text: (role) => STAFF_ROLE_LABELS[role] } },
    onSubmit: ({ staff_role }, opened) =>
      change.mutateAsync({ id: member.id, staff_role, ...(opened.staff_role && { expected: opened.staff_role }) }),
  });
  const role = useFormField(form, 'staff_role');
  return (
    <FormPanel
      form={form}
      title={t('Role of {name}', { name: staffName(member) })}
      submitLabel={t('Save')}
      call="staff.changeRole"
      onClose={onClose}
    >
      <StaffRoleChoice roles={rolesToGive(useUser())} value={role.value} onChange={role.onChange} error={role.error} />
      <Text as="p" tone="muted">
        {t('Takes effect immediately, including on pages they have open.')}
      </Text>
    </FormPanel>
  );
}
