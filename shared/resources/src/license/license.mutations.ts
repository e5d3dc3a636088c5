import { useMutation } from '@tanstack/react-query';
import { api, calls, type DistributeInput, type License } from '@panel/core';
import { SITE_CHANGED } from '../site/site-changed.ts';
import { useMarkStale } from '../stale.ts';

/** Stale after a licence was given, assigned or ended. */
export const LICENSE_CHANGED = [calls.license.key(), ...SITE_CHANGED];

/** Assigns a licence to a site; a task restarts the site with the limits of its plan. */
export function useAssignLicense(onDone: (license: License, siteId: string) => void) {
  const refresh = useMarkStale(LICENSE_CHANGED);
  return useMutation({
    mutationFn: ({ license, siteId }: { license: License; siteId: string }) =>
      api.license.assign({ licenseId: license.id, siteId }),
    onSuccess: async (_answer, { license, siteId }) => {
      await refresh();
      onDone(license, siteId);
    },
  });
}

/** Assigns a license to an application; a task restarts its server with the limits of its plan. */
export function useAssignAppLicense(onDone: (license: License, appId: string) => void) {
  const refresh = useMarkStale([...LICENSE_CHANGED, calls.app.key()]);
  return useMutation({
    mutationFn: ({ license, appId }: { license: License; appId: string }) =>
      api.license.assignApp({ licenseId: license.id, appId }),
    onSuccess: async (_answer, { license, appId }) => {
      await refresh();
      onDone(license, appId);
    },
  });
}

/** Gives a licence to a customer. */
export function useDistributeLicense(onDone: () => void) {
  const refresh = useMarkStale(LICENSE_CHANGED);
  return useMutation({
    mutationFn: (input: DistributeInput) => api.license.distribute(input),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}

/** Turns the automatic renewal of a licence on or off. */
export function useRenewLicense() {
  const refresh = useMarkStale(LICENSE_CHANGED);
  return useMutation({
    mutationFn: ({ license_key: key, autoRenewal }: Pick<License, 'license_key' | 'autoRenewal'>) =>
      api.license.renewal({ key, autoRenewal }, { context: { failure: 'notice' } }),
    onSuccess: refresh,
  });
}

/** Ends a licence now. */
export function useDeactivateLicense(onDone: () => void) {
  const refresh = useMarkStale(LICENSE_CHANGED);
  return useMutation({
    mutationFn: (id: string) => api.license.deactivate({ id }),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}
