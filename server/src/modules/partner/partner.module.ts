import { defineModule, DAY_MS } from '../../tasks/define-module.ts';
import { brandImages } from './brand-image.page.ts';
import { sweepImages } from './brand-image.repo.ts';

export const partnerModule = defineModule({
  // Images that were not saved within a day.
  sweeps: [{ every: 'hour', keepMs: DAY_MS, remove: ({ db }, before) => sweepImages(db, before) }],
  pages: [brandImages],
});
