import { useQuery } from '@tanstack/react-query';
import type { App, License } from '@panel/core';
import { appLicensesQuery } from '@panel/resources/license';

/** The license of an application, or null; undefined while it is read. */
export function useAppLicense({ license_key: own }: App): License | null | undefined {
  const { data, isPending } = useQuery(appLicensesQuery);
  return isPending ? undefined : (data?.find(({ license_key }) => license_key === own) ?? null);
}
