import type { Names } from './feature-names.ts';

/* What the contract and the server have of a resource, in the form of `app` and `notification`: a list by page and a deletion, within the caller's scope. */

const schema = ({ pascal }: Names): string => `import * as v from 'valibot';
import { listQuery } from './list.ts';

export const ${pascal} = v.object({
  id: v.string(),
  name: v.string(),
  created_at: v.string(),
});
export type ${pascal} = v.InferOutput<typeof ${pascal}>;

export const ${pascal}ListQuery = v.object({
  ...listQuery(['created_at', 'name']),
  keyword: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(253))),
});
`;

const calls = ({ kebab, camel, pascal, title }: Names): string => `import * as v from 'valibot';
import { call } from '../call.ts';
import { Id } from '../schemas/fields.ts';
import { page } from '../schemas/list.ts';
import { ${pascal}, ${pascal}ListQuery } from '../schemas/${kebab}.ts';
import { Outcome } from '../schemas/user.ts';

/** Of sessions alone: open it to API tokens with an area of ../scopes.ts. */
const shared = { audience: 'signed-in', scope: 'closed' } as const;

export const ${camel}Calls = {
  list: call({ method: 'GET', path: '/${kebab}', summary: '${title} by page', ...shared })
    .input(${pascal}ListQuery)
    .output(page(${pascal})),
  remove: call({ method: 'DELETE', path: '/${kebab}/{id}', summary: 'Delete one', ...shared })
    .input(v.object({ id: Id }))
    .output(Outcome),
};
`;

const table = ({
  snake,
  camel,
  title,
}: Names): string => `import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from './columns.ts';
import { partner } from './partner.table.ts';
import { user } from './user.table.ts';

/** ${title} of customers. */
export const ${camel} = pgTable(
  '${snake}',
  {
    id: primaryId(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partner.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id').references(() => user.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('${snake}_partner_created').on(t.partnerId, t.createdAt.desc().nullsFirst(), t.id),
    index('${snake}_customer_created').on(t.customerId, t.createdAt.desc().nullsFirst(), t.id),
  ],
);
`;

const repo = ({
  kebab,
  camel,
  pascal,
  pluralPascal,
  plural,
}: Names): string => `import { and, asc, desc, eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { ${camel} } from '../../db/schema/${kebab}.table.ts';
import { namesHaveWords } from '../../db/search.ts';
import { selectPage, within, type Scope } from '../../db/select-page.ts';
import type { Slice } from '../../kernel/paged.ts';

export type ${pascal}Row = typeof ${camel}.$inferSelect;

const COLUMN = { created_at: ${camel}.createdAt, name: ${camel}.name } as const;

/** A page of the scope's ${plural}; \`keyword\` has words of the name. */
export const list${pluralPascal} = (db: Database, scope: Scope, slice: Slice<keyof typeof COLUMN>, keyword?: string) =>
  selectPage(db, ${camel}, {
    ...slice,
    where: and(within(${camel}, scope), keyword ? namesHaveWords([${camel}.name], keyword) : undefined),
    orderBy: [(slice.sortOrder === 'asc' ? asc : desc)(COLUMN[slice.orderBy]), asc(${camel}.id)],
  });

export async function delete${pascal}(db: Database, scope: Scope, id: string): Promise<void> {
  await db.delete(${camel}).where(and(eq(${camel}.id, id), within(${camel}, scope)));
}
`;

const routes = ({
  kebab,
  camel,
  pascal,
  pluralPascal,
}: Names): string => `import type { ${pascal} } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { scopeOf } from '../../context/scope.ts';
import { delete${pascal}, list${pluralPascal}, type ${pascal}Row } from './${kebab}.repo.ts';

const wire${pascal} = ({ id, name, createdAt }: ${pascal}Row): ${pascal} => ({
  id,
  name,
  created_at: createdAt.toISOString(),
});

export const ${camel}Routes = {
  list: calls.${camel}.list.handler(({ context, input }) =>
    paged(input, (slice) => list${pluralPascal}(context.app.db, scopeOf(context), slice, input.keyword), wire${pascal}),
  ),

  /** Deleting is idempotent: what is not there is deleted (decision: Writes). */
  remove: calls.${camel}.remove.handler(async ({ context, input }) => {
    await delete${pascal}(context.app.db, scopeOf(context), input.id);
    return { status: true as const };
  }),
};
`;

const module = ({ kebab, camel }: Names): string => `import { defineModule } from '../../tasks/define-module.ts';
import { ${camel}Routes } from './${kebab}.routes.ts';

export const ${camel}Module = defineModule({ routes: { ${camel}: ${camel}Routes } });
`;

const accessRows = ({
  kebab,
  camel,
}: Names): string => `import { at, NO_ID, signedIn, type Row } from '../contract/access-outcomes.ts';

export const rows: Readonly<Record<string, Row>> = {
  '${camel}.list': at(signedIn, '/${kebab}'),
  '${camel}.remove': at(signedIn, \`/${kebab}/\${NO_ID}\`),
};
`;

const serverTest = ({ kebab, camel, pascal, plural }: Names): string => `import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ${pascal}, Page } from '@panel/contract';
import { ${camel} } from '../../src/db/schema/${kebab}.table.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { startPanel, type Panel } from '../http/harness.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

/** A partner with two customers, of whom the first has two ${plural}. */
async function world() {
  const partner = await panel.addPartner();
  const [owner, neighbour, admin] = await Promise.all([
    panel.addUser(partner, 'customer'),
    panel.addUser(partner, 'customer'),
    panel.addUser(partner, 'admin'),
  ]);
  const values = ['one', 'two'].map((name) => ({ partnerId: partner.id, customerId: owner.id, name }));
  await panel.ctx.db.insert(${camel}).values(values);
  return { partner, owner, neighbour, admin };
}

async function listOf(partner: PartnerRow, who: UserRow, query = ''): Promise<Page<${pascal}>> {
  const { body } = await (await panel.entered(partner, who)).get(\`/${kebab}?orderBy=name\${query}\`);
  return body as unknown as Page<${pascal}>;
}

test('customers get their own ${plural}, staff all of their partner, by page and by name', async () => {
  const { partner, owner, neighbour, admin } = await world();
  const names = async (who: UserRow, query?: string) =>
    (await listOf(partner, who, query)).pageElements.map(({ name }) => name);
  assert.deepEqual(await names(owner), ['one', 'two']);
  assert.deepEqual(await names(owner, '&keyword=TW'), ['two']);
  assert.deepEqual(await names(owner, '&pageSize=1&pageIndex=1'), ['two']);
  assert.deepEqual(await names(neighbour), []);
  assert.deepEqual(await names(admin), ['one', 'two']);
  const elsewhere = await panel.addPartner();
  assert.equal((await listOf(elsewhere, await panel.addUser(elsewhere, 'admin'))).totalCount, 0);
});

test('nobody deletes what is not theirs, and a deletion may be repeated', async () => {
  const { partner, owner, neighbour } = await world();
  const id = (await listOf(partner, owner)).pageElements[0]?.id ?? '';
  const remove = async (who: UserRow) =>
    (await (await panel.entered(partner, who)).write('DELETE', \`/${kebab}/\${id}\`)).status;
  assert.equal(await remove(neighbour), 200);
  assert.equal((await listOf(partner, owner)).totalCount, 2);
  assert.equal(await remove(owner), 200);
  assert.equal(await remove(owner), 200);
  assert.equal((await listOf(partner, owner)).totalCount, 1);
});
`;

/** The files of the contract and the server: path below the root → text. */
export const serverFiles = (names: Names): Map<string, string> => {
  const { kebab } = names;
  return new Map([
    [`shared/contract/src/schemas/${kebab}.ts`, schema(names)],
    [`shared/contract/src/calls/${kebab}.calls.ts`, calls(names)],
    [`server/src/db/schema/${kebab}.table.ts`, table(names)],
    [`server/src/modules/${kebab}/${kebab}.repo.ts`, repo(names)],
    [`server/src/modules/${kebab}/${kebab}.routes.ts`, routes(names)],
    [`server/src/modules/${kebab}/${kebab}.module.ts`, module(names)],
    [`server/test/${kebab}/${kebab}.access.ts`, accessRows(names)],
    [`server/test/${kebab}/${kebab}.test.ts`, serverTest(names)],
  ]);
};

/** One line that makes a file known: where it is imported or exported, and where it is listed. */
export type Registration = { file: string; line: string; opening?: RegExp };

/** Where the resource is registered besides its own files; without `opening` the line is one of the imports or exports. */
export function serverRegistrations({ kebab, camel }: Names): Registration[] {
  const contract = 'shared/contract/src/contract.ts';
  const modules = 'server/src/modules/index.ts';
  return [
    { file: contract, line: `import { ${camel}Calls } from './calls/${kebab}.calls.ts';` },
    { file: contract, opening: /export type Contract = \{/, line: `  ${camel}: typeof ${camel}Calls;` },
    { file: contract, opening: /export const contract: Contract = \{/, line: `  ${camel}: ${camel}Calls,` },
    { file: 'shared/contract/src/schemas/index.ts', line: `export * from './${kebab}.ts';` },
    { file: modules, line: `import { ${camel}Module } from './${kebab}/${kebab}.module.ts';` },
    { file: modules, opening: /export const modules = \[/, line: `  ${camel}Module,` },
  ];
}
