import { t } from '@panel/core';

/** When a check was made, and what asked for it, unless that was not recorded. */
export function checkedLabel(at: string, by: 'schedule' | 'request' | 'task' | undefined): string {
  switch (by) {
    case 'schedule':
      return t('Checked {at} by the schedule, which repeats it.', { at });
    case 'request':
      return t('Checked {at} because this page was opened or asked for it.', { at });
    case 'task':
      return t('Checked {at} as part of a change.', { at });
    case undefined:
      return t('Checked {at}.', { at });
  }
}
