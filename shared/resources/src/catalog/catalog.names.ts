import { useQuery } from '@tanstack/react-query';
import { LICENSE_PRODUCTS, type LicenseProduct } from '@panel/contract/schemas';
import { currenciesOf } from './catalog.currencies.ts';
import { catalogQuery } from './catalog.queries.ts';

/** How the partner calls a product, for staff; until that is known, as the panel does. */
export function useProductNames(): (product: LicenseProduct) => string {
  const { data } = useQuery(catalogQuery);
  return (product) => data?.find(({ product_type: id }) => id === product)?.name ?? LICENSE_PRODUCTS[product].name;
}

/** The currencies that the partner sells in, for staff; none until that is known. */
export function useSoldCurrencies(): string[] {
  const { data = [] } = useQuery(catalogQuery);
  return currenciesOf(data);
}
