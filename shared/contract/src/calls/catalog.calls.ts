import * as v from 'valibot';
import { call } from '../call.ts';
import { CatalogCurrency, CatalogCurrencyInput, CatalogPlan, CatalogSaveInput } from '../schemas/catalog.ts';
import { Outcome } from '../schemas/user.ts';

/** What a partner sells of the panel's plans. */
export const catalogCalls = {
  list: call({
    method: 'GET',
    path: '/partner/plans',
    summary: 'The plans as the partner sells them, with every price that they had',
    audience: 'staff',
  }).output(v.array(CatalogPlan)),
  save: call({
    method: 'PUT',
    path: '/partner/plans/{product}',
    summary: 'Set the name, texts and prices of a plan for new customers; who has bought it keeps their price',
    audience: 'staff',
    staff: 'billing',
    errors: ['CONFLICT', 'VALIDATION'],
  })
    .input(CatalogSaveInput)
    .output(v.object({ ...Outcome.entries, data: CatalogPlan })),
  currency: call({
    method: 'GET',
    path: '/partner/currency',
    summary: 'The currency in which customers see prices until they choose another',
    audience: 'staff',
  }).output(CatalogCurrency),
  saveCurrency: call({
    method: 'PUT',
    path: '/partner/currency',
    summary: 'Choose in which currency customers see prices first; who pays in another one keeps it',
    audience: 'staff',
    staff: 'billing',
    errors: ['VALIDATION'],
  })
    .input(CatalogCurrencyInput)
    .output(v.object({ ...Outcome.entries, data: CatalogCurrency })),
};
