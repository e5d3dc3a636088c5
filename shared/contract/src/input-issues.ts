type PathPart = PropertyKey | { key: unknown };

/** The part of valibot's issue that is needed; `issues` are those of a union's members. */
export type InputIssue = {
  message: string;
  path?: readonly PathPart[];
  type?: string;
  expected?: string | null;
  received?: string;
  requirement?: unknown;
  issues?: readonly InputIssue[];
};

/** A text whose values are not filled in, for other languages: `At most {limit} …` and the number. */
export type IssueTemplate = { template: string; values: Readonly<Record<string, string | number>> };

/** What people read about a value, in English. */
export type ReadableIssue = { path: readonly PathPart[]; message: string; type: string; from: IssueTemplate };

/** Texts for what a schema has no text of its own for; `{limit}` is a number. */
export const genericIssueTexts = {
  missing: 'This value is missing.',
  unknown: 'This field is not supported.',
  invalid: 'This value is not valid.',
  choice: 'Choose one of: {choices}.',
  tooLong: 'At most {limit} characters are allowed.',
  tooShort: 'At least {limit} characters are needed.',
  tooLow: 'This must be at least {limit}.',
  tooHigh: 'This must be at most {limit}.',
  notWhole: 'This must be a whole number.',
  unstorable: 'This text has characters that can’t be stored.',
} as const;

const LIMITS: Readonly<Record<string, string>> = {
  max_length: genericIssueTexts.tooLong,
  min_length: genericIssueTexts.tooShort,
  min_value: genericIssueTexts.tooLow,
  max_value: genericIssueTexts.tooHigh,
};

const plain = (template: string): IssueTemplate => ({ template, values: {} });

/** valibot's own messages quote the input, which may be a password, and mean nothing to a person. */
function templateOf({ message, type = '', received, expected, requirement }: InputIssue): IssueTemplate {
  if (!/^Invalid [\s\S]*(?: but r|: R)eceived /.test(message)) return plain(message);
  if (received === 'undefined') return plain(genericIssueTexts.missing);
  if (expected === 'never') return plain(genericIssueTexts.unknown);
  const limit = LIMITS[type];
  if (limit !== undefined && typeof requirement === 'number')
    return { template: limit, values: { limit: requirement } };
  if (type === 'integer') return plain(genericIssueTexts.notWhole);
  const choices =
    type === 'picklist' || type === 'literal' ? expected?.replace(/[()"]/g, '').split(' | ').join(', ') : undefined;
  return choices ? { template: genericIssueTexts.choice, values: { choices } } : plain(genericIssueTexts.invalid);
}

const inEnglish = ({ template, values }: IssueTemplate): string =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value.toLocaleString('en-US')),
    template,
  );

/** An empty text is what an optional field has, and nobody who typed something means it. */
const isEmptyLiteral = ({ type, expected }: InputIssue): boolean => type === 'literal' && expected === '""';

/** Those of the union's member that was meant: a field that it does not know, and the empty text, are another member's. */
function meant(issues: readonly InputIssue[]): readonly InputIssue[] {
  const left = issues.filter((issue) => issue.expected !== 'never' && !isEmptyLiteral(issue));
  return left.length > 0 ? left : issues;
}

/**
 * A validator's issues as people read them: a union's are those of the member that was meant, and no message is the
 * validator's own. For the answers of the server and for the forms of the browser.
 */
export function readableIssues(issues: readonly InputIssue[], above: readonly PathPart[] = []): ReadableIssue[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...(issue.path ?? [])];
    if (issue.issues?.length) return readableIssues(meant(issue.issues), path);
    const from = templateOf(issue);
    return [{ path, message: inEnglish(from), type: issue.type ?? '', from }];
  });
}
