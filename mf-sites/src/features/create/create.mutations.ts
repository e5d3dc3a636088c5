import { usePartner, type FinalizeWordPress, type SiteCreateInput, type SiteImportInput } from '@panel/core';
import { useCreateSiteFromBackup } from '@panel/resources/backup';
import * as resource from '@panel/resources/site';
import { isCancelled } from '@panel/resources/upload';
import { attemptKey, endAttempt } from './create-attempt.ts';
import { licenseKeyOf, useSiteDraft, type ChosenBlueprint, type SiteDraft } from './site-draft.ts';

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
    license_key: licenseKeyOf(draft),
  };
}

/** Of one intended creation: a repeated attempt with the same content has one effect. */
export const attempt = { keyOf: attemptKey, onSettled: endAttempt };

/** A file is compared by what a browser knows of it without reading it. */
const keyOfImport = ({ file: { name, size, lastModified }, ...input }: SiteImportInput): string =>
  attemptKey({ ...input, name, size, lastModified });

const NO_UPLOAD = { percent: null, cancel: () => undefined };

/** Creates the site of the draft from what it starts from; a repeated attempt with the same content makes one site. */
export function useCreateFromDraft(onStarted: (started: { task_id: string }) => void) {
  const { draft, blueprint, backup, file, fqdn, password } = useSiteDraft();
  const { sitesDomain: domain } = usePartner();
  const install = resource.useCreateSite(attempt);
  const copy = useCreateSiteFromBackup(attempt);
  const upload = resource.useImportSite({ ...attempt, keyOf: keyOfImport });
  const then = { onSuccess: onStarted };
  const license_key = licenseKeyOf(draft);
  if (draft.source === 'backup' && backup) {
    const { id, site_fqdn, task_id, partner_domain, reseller_email } = backup;
    const chosen = { id, site_fqdn, task_id, partner_domain, reseller_email };
    const submit = () =>
      copy.mutate({ fqdn, domain, siteName: draft.name, customer_id: null, backup: chosen, license_key }, then);
    return { ...copy, ...NO_UPLOAD, submit };
  }
  if (draft.source === 'file' && file) {
    const error = isCancelled(upload.error) ? null : upload.error;
    return {
      ...upload,
      error,
      submit: () =>
        upload.mutate(
          {
            fqdn,
            domain,
            file,
            other_tables: draft.other_tables ? 'true' : 'false',
            ...(license_key && { license_key }),
          },
          then,
        ),
    };
  }
  const submit = () => install.mutate(createInput(draft, blueprint, fqdn, password), then);
  return { ...install, ...NO_UPLOAD, submit };
}

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
