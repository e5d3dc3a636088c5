import { defineModule } from '../../tasks/define-module.ts';
import { fileDownloads } from './file-download.page.ts';
import { fileRoutes } from './file.routes.ts';

export const fileModule = defineModule({ routes: { file: fileRoutes }, pages: [fileDownloads] });
