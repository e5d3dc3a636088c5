import { FORM_LIMITS } from '@panel/contract';
import type { AppContext } from '../context/app-context.ts';
import type { FormPort } from '../edge/edge-types.ts';
import { readForm } from '../http/multipart-form.ts';
import { createFormPort } from '../modules/submission/submission-store.ts';

const { files, fields, fieldBytes, bodyBytes } = FORM_LIMITS;
const PARTS = { files, fields, parts: files + fields, fieldSize: fieldBytes };

/** Forms of sites, read by the parser that reads the panel's own. */
export const openForms = (app: AppContext): FormPort =>
  createFormPort(app, (body, type) =>
    readForm(body, type, { config: app.config, disk: app.disk, limitBytes: bodyBytes, parts: PARTS }),
  );
