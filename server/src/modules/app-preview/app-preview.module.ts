import { defineModule } from '../../tasks/define-module.ts';
import { appPreviewRoutes } from './app-preview.routes.ts';
import { previewKind } from './app-preview.tasks.ts';
import { endDuePreviews, removeEndedPreviews } from './ended-previews.ts';

const DUE_EVERY_MS = 60_000;
const ENDED_EVERY_MS = 3_000;

export const appPreviewModule = defineModule({
  routes: { app: appPreviewRoutes },
  taskKinds: { 'app.preview': previewKind },
  chores: [
    { name: 'ending previews', everyMs: DUE_EVERY_MS, run: endDuePreviews },
    { name: 'removing previews that have ended', everyMs: ENDED_EVERY_MS, beside: true, run: removeEndedPreviews },
  ],
});
