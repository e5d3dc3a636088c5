import { useState } from 'react';
import { t, type DistributeInput } from '@panel/core';
import { LICENSE_PRODUCTS, LICENSE_TERMS, type LicenseProduct } from '@panel/contract/schemas';
import { Checkbox, Field, Select, Stack } from '@panel/ui';
import { useProductNames } from '@panel/resources/catalog';
import { termLabel } from '@panel/resources/license';

type Issue = Required<Pick<DistributeInput, 'months' | 'autoRenewal'>>;
type Term = { label: string; help?: string; without?: string };

const NEVER = '';

/**
 * The fields of a license that staff choose for many, and what was chosen. `without`: how the choice is called that issues none;
 * there is none without it.
 */
export function useLicenseChoice(products: readonly LicenseProduct[], { label, help, without }: Term) {
  const [product, setProduct] = useState<LicenseProduct | null>(null);
  const [term, setTerm] = useState(without === undefined ? '12' : NEVER);
  const [autoRenewal, setAutoRenewal] = useState(false);
  const nameOf = useProductNames();
  const months = LICENSE_TERMS.find((one) => String(one) === term);
  const issue: Issue | undefined = months && { months, autoRenewal };
  const terms = LICENSE_TERMS.map((one) => ({ value: String(one), label: termLabel(one) }));
  return {
    product,
    issue,
    fields: (
      <Stack gap={3}>
        <Field label={t('License')}>
          <Select
            placeholder={t('Choose a license')}
            options={products.map((value) => ({
              ...{ value, label: `${nameOf(value)} (${LICENSE_PRODUCTS[value].plan})` },
            }))}
            value={product ?? ''}
            onChange={(value) => setProduct(products.find((one) => one === value) ?? null)}
          />
        </Field>
        <Field label={label} help={help}>
          <Select
            options={without === undefined ? terms : [{ value: NEVER, label: without }, ...terms]}
            value={term}
            onChange={setTerm}
          />
        </Field>
        {issue && (
          <Checkbox
            label={t('Renew it automatically')}
            help={t('Renews every term until you or the customer turns it off.')}
            checked={autoRenewal}
            onChange={setAutoRenewal}
          />
        )}
      </Stack>
    ),
  };
}
