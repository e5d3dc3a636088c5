import { useMutation } from '@tanstack/react-query';
import type { AuditSettings } from '@panel/contract';
import { api, calls, notify, t } from '@panel/core';
import { useMarkStale } from '../stale.ts';

const SETTINGS_CHANGED = [calls.audit.key()];

/** Changes for how long lines are kept. */
export function useSaveAuditSettings(onDone: () => void) {
  const refresh = useMarkStale(SETTINGS_CHANGED);
  return useMutation({
    mutationFn: (input: AuditSettings) => api.audit.saveSettings(input),
    onSuccess: () => {
      notify({ kind: 'success', title: t('Success'), message: t('Retention saved.') });
      onDone();
      return refresh();
    },
  });
}
