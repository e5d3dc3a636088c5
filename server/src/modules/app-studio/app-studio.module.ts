import { defineModule } from '../../tasks/define-module.ts';
import { studioRoutes, studioUrlRoutes } from './studio.routes.ts';

export const appStudioModule = defineModule({ routes: { studio: studioRoutes, app: studioUrlRoutes } });
