import type { SiteCreateInput, FinalizeWordPress } from '@panel/core';
import * as resource from '@panel/resources/site';
import { attemptKey, endAttempt } from './create-attempt.ts';
import type { ChosenBlueprint, SiteDraft } from './site-draft.ts';

/** The request body for a draft; the server chooses versions that are not set. */
export function createInput(
  draft: SiteDraft,
  blueprint: ChosenBlueprint,
  fqdn: string,
  admin_password: string,
): SiteCreateInput {
  const { title, admin_user, admin_email, version, php_version } = draft;
  return {
    domain_type: 'sub_domain',
    fqdn,
    type: 'wordpress',
    wp_info: { title, admin_user, admin_email, admin_password },
    version: version || undefined,
    php_version: php_version || undefined,
    blueprint,
  };
}

/** Of one intended creation: a repeated attempt with the same content has one effect. */
export const attempt = { keyOf: attemptKey, onSettled: endAttempt };

/** Creates the site; a repeated attempt with the same content makes one site. */
export const useCreateSite = () => resource.useCreateSite(attempt);

/** Installs a site again after a failed installation; name and draft stay. */
export const useRetryInstallation = () => resource.useFinalizeSite(attempt);

/** The request body to install a site again from the draft. */
export function finalizeInput(
  site_id: string,
  draft: SiteDraft,
  chosen: ChosenBlueprint,
  fqdn: string,
  admin_password: string,
): FinalizeWordPress {
  const { wp_info, version, php_version, blueprint } = createInput(draft, chosen, fqdn, admin_password);
  return { site_id, type: 'wordpress', wp_info, version, php_version, blueprint };
}
