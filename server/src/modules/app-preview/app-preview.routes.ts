import { calls } from '../../context/implement.ts';
import {
  buildPreview,
  extendPreview,
  promotePreview,
  removePreview,
  savePreviews,
  showPreviews,
} from './preview.service.ts';

const OK = { status: true } as const;
const { app } = calls;

export const appPreviewRoutes = {
  previews: app.previews.handler(({ context, input }) => showPreviews(context, input.id)),
  savePreviews: app.savePreviews.handler(async ({ context, input }) => ({
    ...OK,
    data: await savePreviews(context, input),
  })),
  buildPreview: app.buildPreview.handler(({ context, input }) => buildPreview(context, input.id, input.branch)),
  promotePreview: app.promotePreview.handler(({ context, input }) => promotePreview(context, input)),
  extendPreview: app.extendPreview.handler(async ({ context, input }) => ({
    ...OK,
    data: await extendPreview(context, input.id),
  })),
  removePreview: app.removePreview.handler(async ({ context, input }) => ({
    ...OK,
    data: await removePreview(context, input.id),
  })),
};
