import { readFileSync } from 'node:fs';

/** How the text of an option becomes a value of the request. */
export type FieldType = 'string' | 'number' | 'boolean' | 'list' | 'json' | 'file';

export type Field = {
  /** Its name in the request. */
  name: string;
  /** Its option, without `--`; for a part of the path, the name of the argument. */
  flag: string;
  in: 'path' | 'query' | 'body';
  type: FieldType;
  required?: true;
  choices?: readonly string[];
};

/** One call of the contract as a command. */
export type Command = {
  /** Group and name in the contract, such as `site.byId`. */
  call: string;
  group: string;
  groupAlias?: string;
  name: string;
  alias?: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  scope: string;
  fields: readonly Field[];
  /** The body is a form with a file. */
  upload?: true;
  /** The answer is one page of a list. */
  paged?: true;
  /** The answer names a task that can be waited for. */
  task?: true;
};

let read: readonly Command[] | undefined;

/** All commands that follow from the contract, written by scripts/write-commands.ts. */
export const catalog = (): readonly Command[] =>
  (read ??= JSON.parse(
    readFileSync(new URL('commands.generated.json', import.meta.url), 'utf8'),
  ) as readonly Command[]);
