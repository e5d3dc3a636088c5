import { SUBMISSION_EXPORT_PATH, SUBMISSION_FILE_PATH, SubmissionFilter } from '@panel/contract';
import { Hono } from 'hono';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { plainError } from '../../context/plain-page.ts';
import { scopeOfViewer } from '../../context/viewer-scope.ts';
import type { Scope } from '../../db/select-page.ts';
import { csvLine } from '../../lib/csv.ts';
import { fileKey } from './submission-files.ts';
import { fieldNames, findSubmission, nextSubmissions, type Filter, type SubmissionRow } from './submission.repo.ts';

const ROWS_AT_ONCE = 200;
const ROWS_MOST = 10_000;
const COLUMNS_MOST = 200;
const OWN_COLUMNS = ['Received', 'Site', 'Form', 'Spam'];

const lineOf = (row: SubmissionRow, names: readonly string[]): string =>
  csvLine([
    ...[row.createdAt.toISOString(), row.fqdn, row.form, row.isSpam ? 'yes' : 'no'],
    ...names.map((name) =>
      row.fields
        .filter((field) => field.name === name)
        .map(({ value }) => value)
        .join('; '),
    ),
  ]);

/** The lines of an export, a part of the rows at a time. */
async function* linesOf({ db }: Pick<AppContext, 'db'>, scope: Scope, filter: Filter): AsyncGenerator<string> {
  const names = await fieldNames(db, scope, filter, COLUMNS_MOST);
  yield csvLine([...OWN_COLUMNS, ...names]);
  let after: SubmissionRow | null = null;
  for (let rows = 0; rows < ROWS_MOST; rows += ROWS_AT_ONCE) {
    const part: SubmissionRow[] = await nextSubmissions(db, scope, filter, { after, limit: ROWS_AT_ONCE });
    after = part.at(-1) ?? null;
    if (after === null) return;
    yield part.map((row) => lineOf(row, names)).join('');
  }
}

type Deps = Pick<AppContext, 'config' | 'db' | 'storage'>;

const streamOf = (source: Readable) => Readable.toWeb(source) as ReadableStream<Uint8Array<ArrayBuffer>>;

/** Downloads: the filtered list as CSV, and single files. What belongs to others is not found. */
export function submissionPages(app: Deps): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  const headers = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' };
  pages.get(SUBMISSION_EXPORT_PATH, async (c) => {
    const scope = await scopeOfViewer(app, c, 'customer', 'forms');
    if (!scope) return plainError('NOT_FOUND');
    const filter = v.safeParse(SubmissionFilter, c.req.query());
    if (!filter.success) return plainError('BAD_REQUEST');
    return new Response(
      streamOf(Readable.from(linesOf(app, scope, filter.output)).map((line: string) => Buffer.from(line))),
      {
        headers: {
          ...headers,
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="submissions.csv"',
        },
      },
    );
  });
  pages.get(`${SUBMISSION_FILE_PATH}:id{[0-9a-f-]{36}}/:index{[0-9]}`, async (c) => {
    const scope = await scopeOfViewer(app, c, 'customer', 'forms', 'change');
    const row = scope && (await findSubmission(app.db, scope, c.req.param('id')));
    const file = row?.files[Number(c.req.param('index'))];
    const key = row && fileKey(row, Number(c.req.param('index')));
    if (!file || !key || (await app.storage.size(key)) === null) return plainError('NOT_FOUND');
    return new Response(streamOf(await app.storage.read(key)), {
      headers: {
        ...headers,
        'content-type': 'application/octet-stream',
        'content-length': String(file.bytes),
        'content-security-policy': 'sandbox',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      },
    });
  });
  return pages;
}
