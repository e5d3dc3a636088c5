import { t } from '@panel/core';
import type { Approval } from '@panel/core';

/** Why the viewer cannot approve a change, or nothing. */
export const cannotApprove = ({ isMine }: Pick<Approval, 'isMine'>): string | undefined =>
  isMine ? t('You have approved it already. Another person has to approve it, too.') : undefined;
