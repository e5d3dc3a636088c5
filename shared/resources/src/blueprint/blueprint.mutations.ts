import { useMutation } from '@tanstack/react-query';
import { api, ApiError, calls, notify, type Blueprint, t } from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { useMarkStale } from '../stale.ts';

/** Stale after a change of a blueprint: every list of them, and the site, which shows its task. */
export const BLUEPRINT_CHANGED = [calls.blueprint.key(), ...SITE_CHANGED];

const said = (message: string): void => notify({ kind: 'success', title: t('Success'), message });

/** Starts making a blueprint of a site; a task makes it. */
export function useMakeBlueprint() {
  const refresh = useMarkStale(BLUEPRINT_CHANGED);
  return useMutation({
    mutationFn: (input: { site_fqdn: string; name: string; includes_content: boolean }) => api.blueprint.create(input),
    onSettled: refresh,
  });
}

/** Renaming does nothing without a new name (spec §5). */
export function useRenameBlueprint({ id }: Pick<Blueprint, 'id'>) {
  const refresh = useMarkStale(BLUEPRINT_CHANGED);
  return useMutation({
    mutationFn: async ({ name, expected }: { name: string; expected: { name?: string } }) => {
      if (!name) return;
      const { status } = await api.blueprint.update({ id, name, expected });
      if (status === 'updated') said(t('Blueprint renamed.'));
    },
    onSuccess: refresh,
  });
}

/** Staff: offers a blueprint to all customers, or stops offering it. A refusal is shown as a notification. */
export function useOfferBlueprint() {
  const refresh = useMarkStale(BLUEPRINT_CHANGED);
  return useMutation({
    mutationFn: async ({ id, is_offered }: Pick<Blueprint, 'id' | 'is_offered'>) => {
      await api.blueprint.update({ id, is_offered }, { context: { failure: 'notice' } });
      said(is_offered ? t('All your customers can use the blueprint now.') : t('The blueprint is no longer offered.'));
    },
    onSettled: refresh,
  });
}

/** Deletes the blueprint. One that another tab has deleted counts as deleted. */
export function useDeleteBlueprint({ id }: Pick<Blueprint, 'id'>, onDone: () => void) {
  const refresh = useMarkStale(BLUEPRINT_CHANGED);
  return useMutation({
    mutationFn: () =>
      api.blueprint.remove({ id }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: () => {
      said(t('Blueprint deleted.'));
      onDone();
      return refresh();
    },
  });
}
