import { defineModule } from '../../tasks/define-module.ts';
import { apiDocsPages } from './api-docs.pages.ts';

export const apiDocsModule = defineModule({ pages: [apiDocsPages] });
