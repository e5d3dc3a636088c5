import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

type CatalogInput = Parameters<typeof api.catalog.save>[0];

/** Sells a plan from now on as it is given. */
export function useSavePlan() {
  return useMutation({
    mutationFn: (input: CatalogInput) => api.catalog.save(input),
    onSuccess: useMarkStale([calls.catalog.key(), calls.payment.prices.key(), calls.payment.currency.key()]),
  });
}

/** Chooses the currency that customers see prices in first. */
export function useSaveCurrency() {
  return useMutation({
    mutationFn: (currency: string) => api.catalog.saveCurrency({ currency }),
    onSuccess: useMarkStale([calls.catalog.key(), calls.payment.prices.key(), calls.payment.currency.key()]),
  });
}
