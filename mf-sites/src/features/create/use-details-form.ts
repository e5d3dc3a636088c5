import { useRef, useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { errorCatalogue } from '@panel/contract/errors';
import { useNavigate } from '@panel/core/router';
import { fqdnCheckQuery } from '@panel/resources/site';
import { SiteDetails, stepPath, type useSiteDraft } from './site-draft.ts';

export type DetailsField = keyof v.InferInput<typeof SiteDetails>;

/**
 * Checks the first step and goes on. The input itself lives in the draft; here are only the errors. A name is asked for
 * again even if it was free while it was typed: somebody may have taken it since.
 */
export function useDetailsForm({
  draft,
  password,
  fqdn,
}: Pick<ReturnType<typeof useSiteDraft>, 'draft' | 'password' | 'fqdn'>) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Partial<Record<DetailsField, string>>>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);

  const refuse = (found: typeof errors) => {
    setErrors(found);
    const first = formRef.current?.querySelector<HTMLInputElement>(
      Object.keys(found)
        .map((name) => `[name=${name}]`)
        .join(),
    );
    first?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const parsed = v.safeParse(SiteDetails, { ...draft, admin_password: password });
    if (!parsed.success) {
      const nested = v.flatten<typeof SiteDetails>(parsed.issues).nested ?? {};
      return refuse(Object.fromEntries(Object.entries(nested).map(([name, messages]) => [name, messages[0]])));
    }
    setBusy(true);
    setFailure(null);
    try {
      const { used } = await cache.fetchQuery(fqdnCheckQuery(fqdn));
      if (used) refuse({ name: errorCatalogue.NAME_TAKEN.message });
      else void navigate(stepPath('plan'));
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setBusy(false);
    }
  };
  const forgive = (...names: DetailsField[]) =>
    setErrors((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, undefined])) }));
  return { formRef, errors, failure, busy, submit, forgive };
}
