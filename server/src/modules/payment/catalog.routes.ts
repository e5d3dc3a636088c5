import { calls } from '../../context/implement.ts';
import { saveCurrency } from './currency.service.ts';
import { saveCatalog, showCatalog } from './catalog.service.ts';

const { catalog } = calls;

export const catalogRoutes = {
  list: catalog.list.handler(({ context }) => showCatalog(context)),
  save: catalog.save.handler(async ({ context, input }) => ({
    status: true as const,
    data: await saveCatalog(context, input),
  })),
  currency: catalog.currency.handler(({ context: { partner } }) => ({ currency: partner.currency })),
  saveCurrency: catalog.saveCurrency.handler(async ({ context, input }) => ({
    status: true as const,
    data: await saveCurrency(context, input.currency),
  })),
};
