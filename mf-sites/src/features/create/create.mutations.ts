import { useMutation } from '@tanstack/react-query';
import { api, type SiteCreateInput } from '@panel/core';
import { useRefreshSites } from '../site/site.mutations.ts';
import { attemptKey, endAttempt } from './create-attempt.ts';
import type { SiteDraft } from './site-draft.ts';

/** What goes over the wire for a draft; versions that were not chosen are left to the server. */
export function createInput(draft: SiteDraft, fqdn: string, admin_password: string): SiteCreateInput {
  const { title, admin_user, admin_email, version, php_version } = draft;
  return {
    domain_type: 'sub_domain',
    fqdn,
    type: 'wordpress',
    wp_info: { title, admin_user, admin_email, admin_password },
    version: version || undefined,
    php_version: php_version || undefined,
  };
}

/** Creates the site; the answer comes at once, the work goes on as a task. */
export function useCreateSite() {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: (input: SiteCreateInput) => api.site.create(input, { context: { failure: 'caller', idempotencyKey: attemptKey(input) } }),
    onSettled: (_task, error) => endAttempt(error),
    onSuccess: refresh,
  });
}

/** Installs a site again whose installation failed; name and draft stay. */
export function useRetryInstallation(siteId: string) {
  const refresh = useRefreshSites();
  return useMutation({
    mutationFn: ({ wp_info, version, php_version }: SiteCreateInput) => {
      const input = { site_id: siteId, type: 'wordpress', wp_info, version, php_version } as const;
      return api.site.finalize(input, { context: { failure: 'caller', idempotencyKey: attemptKey(input) } });
    },
    onSettled: (_task, error) => endAttempt(error),
    onSuccess: refresh,
  });
}
