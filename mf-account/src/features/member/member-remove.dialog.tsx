import { t, type Member } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { memberName, useRemoveMember } from '@panel/resources/member';

/** Takes somebody out of the account. */
export function MemberRemoveDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useRemoveMember(onClose);
  return (
    <ConfirmDialog
      title={t('Remove {name} from this account?', { name: memberName(member) })}
      confirmLabel={t('Remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(member.id)}
      onClose={onClose}
    >
      {t(
        'They are signed out, and their API tokens and accesses end. Webhooks, deploy hooks and deploy tokens of applications stay valid: replace those that they know. What they did stays in the activity of the account.',
      )}
    </ConfirmDialog>
  );
}
