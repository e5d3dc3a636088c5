import { PanelError } from '../kernel/errors.ts';

type PathPart = PropertyKey | { key: unknown };
/** The required part of valibot's issue; `issues` are those of a union's members. */
export type InputIssue = {
  message: string;
  path?: readonly PathPart[];
  type?: string;
  expected?: string | null;
  received?: string;
  issues?: readonly InputIssue[];
};

const FIELDS_MAX = 50;

function pathOf(issue: InputIssue, above: readonly string[]): string[] {
  const own = (issue.path ?? []).map((part) => String(typeof part === 'object' && part !== null ? part.key : part));
  return [...above, ...own];
}

/** valibot's own messages quote the input, which may be a password; only the schema's messages are passed on. */
function textOf(issue: InputIssue): string {
  if (!/^Invalid [\s\S]*received/.test(issue.message)) return issue.message;
  if (issue.received === 'undefined') return 'This value is missing.';
  if (issue.expected === 'never') return 'This field is not supported.';
  const choices =
    issue.type === 'picklist' || issue.type === 'literal'
      ? issue.expected?.replace(/[()"]/g, '').split(' | ').join(', ')
      : undefined;
  return choices ? `Choose one of: ${choices}.` : 'This value is not valid.';
}

function collect(issues: readonly InputIssue[], above: readonly string[], into: Map<string, InputIssue>): void {
  for (const issue of issues) {
    const path = pathOf(issue, above);
    if (issue.issues?.length) {
      // In a union whose members all fail, "unknown field" only means that another member was intended.
      const meant = issue.issues.filter((inner) => inner.expected !== 'never');
      collect(meant.length > 0 ? meant : issue.issues, path, into);
      continue;
    }
    const key = path.join('.');
    if (!into.has(key) && into.size < FIELDS_MAX) into.set(key, issue);
  }
}

/** Input issues as the VALIDATION error: path → message, never with the input's value. */
export function validationError(issues: readonly InputIssue[]): PanelError {
  const found = new Map<string, InputIssue>();
  collect(issues, [], found);
  const fields = Object.fromEntries(
    [...found].map(([path, issue]) => [path.replace(/^(?:body|params)\./, ''), textOf(issue)]),
  );
  return new PanelError('VALIDATION', {}, { fields });
}
