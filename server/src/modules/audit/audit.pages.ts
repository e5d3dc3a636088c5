import { AUDIT_EXPORT_MAX, AUDIT_EXPORT_PATH, AuditExportQuery, type AuditLine } from '@panel/contract';
import { Hono } from 'hono';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import type { AppContext } from '../../context/app-context.ts';
import { isStaff } from '../../context/call-context.ts';
import type { PanelEnv } from '../../context/env.ts';
import { asAccount, mayAsMember } from '../../context/member-rule.ts';
import { plainError } from '../../context/plain-page.ts';
import { needsSecondFactor } from '../../context/second-factor-rule.ts';
import { csvLine } from '../../lib/csv.ts';
import { nextLines, type Filter, type ListedLine, type Lines } from './audit-list.repo.ts';
import { ownLine, wireLine } from './wire-line.ts';

const ROWS_AT_ONCE = 200;
const TITLES = [
  ...['Time', 'Action', 'Call', 'Account', 'Done by staff', 'Kind', 'Object', 'Address', 'Browser', 'System'],
  ...['Outcome', 'Details', 'Changes', 'Request', 'Number'],
];

const csvOf = (line: AuditLine): string =>
  csvLine([
    ...[line.created_at, line.action, line.call ?? '', line.user?.email ?? line.user?.id ?? ''],
    ...[line.actor?.email ?? line.actor?.id ?? '', line.object?.kind ?? '', line.object?.id ?? '', line.ip ?? ''],
    ...[line.browser ?? '', line.system ?? '', line.outcome ?? ''],
    line.details.map(({ name, value }) => `${name}: ${value}`).join('; '),
    line.changes.map(({ field, before, after }) => `${field}: ${before ?? ''} → ${after ?? ''}`).join('; '),
    ...[line.request_id ?? '', line.seq === null ? '' : String(line.seq)],
  ]);

const FORMATS = {
  csv: { type: 'text/csv', title: csvLine(TITLES), lineOf: csvOf },
  jsonl: { type: 'application/x-ndjson', title: '', lineOf: (line: AuditLine) => `${JSON.stringify(line)}\n` },
} as const;

type Export = { lines: Lines; filter: Filter; format: (typeof FORMATS)[keyof typeof FORMATS] };

/** The lines of an export, a part of the rows at a time. */
async function* textOf(db: AppContext['db'], { lines, filter, format }: Export): AsyncGenerator<string> {
  const wire = lines.customerId === null ? wireLine : ownLine;
  if (format.title) yield format.title;
  let after: ListedLine | null = null;
  for (let rows = 0; rows < AUDIT_EXPORT_MAX; rows += ROWS_AT_ONCE) {
    const part: ListedLine[] = await nextLines(db, lines, filter, { after, limit: ROWS_AT_ONCE });
    after = part.at(-1) ?? null;
    if (after === null) return;
    yield part.map((row) => format.lineOf(wire(row))).join('');
  }
}

/** The filtered lines as a file: all of the partner for staff, and for customers their own. */
export function auditPages({ db }: Pick<AppContext, 'db'>): Hono<PanelEnv> {
  const pages = new Hono<PanelEnv>();
  pages.get(AUDIT_EXPORT_PATH, async (c) => {
    const [partner, found] = [c.get('partner'), await c.get('viewer')()];
    const viewer = found && asAccount(found);
    if (!viewer || !mayAsMember('manage', viewer) || needsSecondFactor(partner, viewer.user))
      return plainError('NOT_FOUND');
    const query = v.safeParse(AuditExportQuery, c.req.query());
    if (!query.success) return plainError('BAD_REQUEST');
    const { format, ...filter } = query.output;
    const lines = { partnerId: partner.id, customerId: isStaff(viewer.user) ? null : viewer.user.id };
    const text = Readable.from(textOf(db, { lines, filter, format: FORMATS[format] })).map((part: string) =>
      Buffer.from(part),
    );
    return new Response(Readable.toWeb(text) as ReadableStream<Uint8Array<ArrayBuffer>>, {
      headers: {
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-type': `${FORMATS[format].type}; charset=utf-8`,
        'content-disposition': `attachment; filename="audit.${format}"`,
      },
    });
  });
  return pages;
}
