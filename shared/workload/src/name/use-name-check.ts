import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { appFqdnCheckQuery } from '@panel/resources/app';
import { fqdnCheckQuery, nameRefusal } from '@panel/resources/site';
import type { Workload } from '@panel/resources/workload';

const TYPING_PAUSE_MS = 350;

export type NameCheck =
  | { state: 'empty' | 'checking' | 'free' | 'unknown' }
  | { state: 'invalid' | 'taken'; message: string };

/** The value, once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The error in a name, or nothing (spec §5). */
export function siteNameError(name: string): string | undefined {
  const parsed = v.safeParse(SiteName, name);
  return parsed.success ? undefined : parsed.issues[0].message;
}

/**
 * Reports while the user types whether the name is available: against the rules immediately, against the server after
 * a pause. `own` is the current address, which is no conflict.
 */
export function useNameCheck(
  name: string,
  fqdn: string,
  { own, kind = 'site' }: { own?: string; kind?: Workload['kind'] } = {},
): NameCheck {
  const wrong = name === '' ? undefined : siteNameError(name);
  const asked = useSettled(fqdn);
  const needed = name !== '' && !wrong && fqdn !== own;
  const enabled = needed && asked === fqdn;
  const ofSite = useQuery({ ...fqdnCheckQuery(asked), enabled: enabled && kind === 'site' });
  const ofApp = useQuery({ ...appFqdnCheckQuery(asked), enabled: enabled && kind === 'app' });
  const check = kind === 'site' ? ofSite : ofApp;
  if (name === '') return { state: 'empty' };
  if (wrong) return { state: 'invalid', message: wrong };
  if (!needed) return { state: 'free' };
  if (check.isError && asked === fqdn) return { state: 'unknown' };
  if (asked !== fqdn || check.isFetching || !check.data) return { state: 'checking' };
  const refusal = nameRefusal(check.data);
  return refusal ? { state: 'taken', message: refusal } : { state: 'free' };
}
