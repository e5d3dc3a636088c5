import { t, type Member } from '@panel/core';

/** Why the viewer can neither change the access of a member nor remove them, or nothing. */
export const cannotChangeMember = ({ is_self: isSelf }: Pick<Member, 'is_self'>): string | null =>
  isSelf ? t('You can’t change your own access.') : null;

/** Why no invitation can be sent again, or nothing. */
export const cannotInviteMember = ({ invited }: Pick<Member, 'invited'>): string | null =>
  invited ? null : t('This person has already signed in.');
