import { readableIssues, type InputIssue } from '@panel/contract/input-issues';
import { PanelError } from '../kernel/errors.ts';

export type { InputIssue };

const FIELDS_MAX = 50;

/** Input issues as the VALIDATION error: path → message, never with the input's value. */
export function validationError(issues: readonly InputIssue[]): PanelError {
  const fields: Record<string, string> = {};
  for (const { path, message } of readableIssues(issues)) {
    if (Object.keys(fields).length >= FIELDS_MAX) break;
    const name = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    fields[name.replace(/^(?:body|params)\./, '')] ??= message;
  }
  return new PanelError('VALIDATION', {}, { fields });
}
