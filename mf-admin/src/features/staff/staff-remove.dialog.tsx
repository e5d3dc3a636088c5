import { t, type Staff } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { staffName, useRemoveStaff } from '@panel/resources/staff';

/** Takes somebody out of the staff. */
export function StaffRemoveDialog({ member, onClose }: { member: Staff; onClose: () => void }) {
  const remove = useRemoveStaff(onClose);
  return (
    <ConfirmDialog
      title={t('Remove {name} from the staff?', { name: staffName(member) })}
      confirmLabel={t('Remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(member.id)}
      onClose={onClose}
    >
      {t('They are signed out and can’t sign in any more. What they did stays in the audit log.')}
    </ConfirmDialog>
  );
}
