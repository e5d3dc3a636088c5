import type { CatalogPlan } from '@panel/contract';

/** In which currencies at least one offered plan has a price, in the order of the plans. */
export const currenciesOf = (plans: readonly Pick<CatalogPlan, 'offered' | 'amounts'>[]): string[] => [
  ...new Set(plans.filter(({ offered }) => offered).flatMap(({ amounts }) => amounts.map(({ currency }) => currency))),
];
