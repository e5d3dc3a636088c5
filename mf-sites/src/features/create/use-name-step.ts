import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@panel/core/router';
import { fqdnCheckQuery, nameRefusal } from '@panel/resources/site';
import { stepPath } from './site-draft.ts';

/** Continues with the next step, unless the name was taken since it was typed: then `refuse` gets the reason. */
export function useNameStep(fqdn: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async (refuse: (message: string) => void): Promise<void> => {
    const refusal = nameRefusal(await cache.fetchQuery(fqdnCheckQuery(fqdn)));
    if (refusal) refuse(refusal);
    else await navigate(stepPath('plan'));
  };
}
