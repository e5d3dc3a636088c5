import type { ListFacts } from './contract-facts.ts';
import type { Names } from './feature-names.ts';

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
const humanised = (field: string): string =>
  field
    .replace(/_at$/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase());

const orderOf = ({ sortable }: ListFacts): string =>
  sortable.includes('created_at') ? 'created_at' : (sortable[0] ?? 'created_at');

function reads({ camel, constant, pascal, title }: Names, facts: ListFacts): string {
  const { group, list, sortable, searchName } = facts;
  const search = searchName === 'keyword' ? ', keyword: keyword || undefined' : `, ${searchName}: keyword || undefined`;
  return `import { read, type ListState } from '@panel/contract/reads';

/** How the list begins, and what the server orders it by. */
export const ${constant}_LIST = { columns: [${quoted(sortable)}], orderBy: '${orderOf(facts)}' } as const;
export type ${pascal}Column = (typeof ${constant}_LIST)['columns'][number];

/** ${title} by page. */
export const ${camel}ListRead = ({ pageIndex, pageSize, orderBy, sortOrder${searchName ? ', keyword' : ''} }: ListState<${pascal}Column>) =>
  read('${group}.${list}', { pageIndex, pageSize, orderBy, sortOrder${searchName ? search : ''} });
`;
}

const queries = (
  { kebab, camel, pascal }: Names,
  { group, list }: ListFacts,
): string => `import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type Api, type ListState } from '@panel/core';
import { ${camel}ListRead, type ${pascal}Column } from './${kebab}.reads.ts';

/** One row, as the contract has it. */
export type ${pascal} = Awaited<ReturnType<Api['${group}']['${list}']>>['pageElements'][number];

export const ${camel}ListQuery = (state: ListState<${pascal}Column>) =>
  queryOf(${camel}ListRead(state), { placeholderData: keepPreviousData });
`;

function mutations({ pascal, constant }: Names, { group, changes }: ListFacts): string {
  const hooks = changes.map(
    ({ name, summary }) => `
/** ${summary}. */
export function use${name.charAt(0).toUpperCase()}${name.slice(1)}${pascal}() {
  return useMutation({
    mutationFn: (input: Parameters<typeof api.${group}.${name}>[0]) => api.${group}.${name}(input),
    onSuccess: useMarkStale(${constant}_CHANGED),
  });
}
`,
  );
  return `import { useMutation } from '@tanstack/react-query';
import { api, calls } from '@panel/core';
import { useMarkStale } from '../stale.ts';

/** What a change makes stale, in whatever remote it is shown. */
export const ${constant}_CHANGED = [calls.${group}.key()];
${hooks.join('')}`;
}

function can({ kebab, pascal }: Names, { key }: ListFacts): string {
  return `import { t } from '@panel/core';
import type { ${pascal} } from './${kebab}.queries.ts';

/** Why it cannot be deleted now, or nothing; shared by the row's menu and every button. */
export function cannotDelete({ ${key} }: Pick<${pascal}, '${key}'>): string | undefined {
  return ${key} ? undefined : t('It was never finished, so there is nothing to delete.');
}
`;
}

function columns({ kebab, camel, pascal }: Names, { fields, sortable, label }: ListFacts): string {
  const shown = [
    label,
    ...fields
      .filter(({ name, kind }) => name !== label && (kind === 'choice' || kind === 'time'))
      .map(({ name }) => name),
  ].slice(0, 5);
  const parts = new Set(['Text']);
  const rows = shown.map((name, index) => {
    const kind = fields.find((field) => field.name === name)?.kind;
    if (kind === 'time') parts.add('RelativeTime');
    const cell =
      name === label
        ? `<Text weight="medium">{${name}}</Text>`
        : kind === 'time'
          ? `<RelativeTime at={${name}} />`
          : name;
    const flags = `${sortable.includes(name) ? ' sortable: true,' : ''}${index > 1 && kind !== 'time' ? " hideBelow: 'md'," : ''}`;
    return `  { key: '${name}', title: t('${humanised(name)}'),${flags} render: ({ ${name} }) => ${cell} },`;
  });
  return `import { t } from '@panel/core';
import { ${[...parts].sort().join(', ')} } from '@panel/ui';
import type { Column } from '@panel/ui/data';
import type { ${pascal} } from '@panel/resources/${kebab}';

export const ${camel}Columns: readonly Column<${pascal}>[] = [
${rows.join('\n')}
];
`;
}

function panels({ kebab, pascal, plural }: Names, { key, label }: ListFacts): string {
  const fields = [...new Set([key, label])].join(', ');
  return `import { t } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { cannotDelete, useRemove${pascal}, type ${pascal} } from '@panel/resources/${kebab}';

function DeletePanel({ row: { ${fields} }, onClose }: { row: ${pascal}; onClose: () => void }) {
  const remove = useRemove${pascal}();
  return (
    <ConfirmDestroy
      open
      title={t('Delete one of the ${plural}')}
      name={${label}}
      facts={{ goes: [${label}] }}
      confirmations={[]}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ id: ${key} }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** The panel that the address asks for, where it is possible for this row. */
export function ${pascal}Panels({ panel, row, onClose }: { panel: 'delete' | null; row: ${pascal} | undefined; onClose: () => void }) {
  if (!row || panel !== 'delete' || cannotDelete(row)) return null;
  return <DeletePanel row={row} onClose={onClose} />;
}
`;
}

function listPage(
  { kebab, camel, constant, pascal, plural, title }: Names,
  { key, label, searchName }: ListFacts,
  path: string,
  deletes: boolean,
): string {
  const lines = [
    `title={t('${title}')}`,
    `caption={t('${title}')}`,
    `columns={${camel}Columns}`,
    `rowKey={({ ${key} }) => ${key}}`,
    `rowLabel={({ ${label} }) => ${label}}`,
    ...(deletes
      ? [
          `rowActions={(row, { open }) => [{ key: 'delete', label: t('Delete'), icon: 'trash', danger: true, onSelect: () => open('delete', row.${key}), disabledReason: cannotDelete(row) }]}`,
        ]
      : []),
    ...(searchName ? [`search={t('Search ${plural}')}`] : []),
    `empty={() => <EmptyState icon="info" title={t('No ${plural} yet')} text={t('They will appear here.')} />}`,
  ];
  const [panels, children] = deletes
    ? [
        ", panels: ['delete'] } as const",
        `>\n    {({ panel, chosen, close }) => <${pascal}Panels panel={panel} row={chosen} onClose={close} />}\n  </ListPage>`,
      ]
    : [' }', '/>'];
  return `import { t } from '@panel/core';
import { EmptyState } from '@panel/ui';
import { ListPage, prefetchList } from '@panel/ui/data';
import { ${deletes ? 'cannotDelete, ' : ''}${constant}_LIST, ${camel}ListQuery } from '@panel/resources/${kebab}';
import { ${camel}Columns } from './${kebab}.columns.tsx';
${deletes ? `import { ${pascal}Panels } from './${kebab}-panels.tsx';\n` : ''}
const source = { list: ${constant}_LIST, query: ${camel}ListQuery${panels};
export const prefetch = prefetchList(source);

/** ${path}: ${plural} of the account. */
export const Component = () => (
  <ListPage
    {...source}
${lines.map((line) => `    ${line}`).join('\n')}
  ${children}
);
`;
}

function pageTest({ plural, title }: Names, path: string): string {
  return `import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '${path}', ...input });

test('the empty page says what will appear here', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: '${title}' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No ${plural} yet' })).toBeVisible();
});

test('a person finds what the page is for', async () => {
  await open();
  expect(await screen.findByText('Replace this text by what a person comes here to see, then make it true.', undefined, { timeout: 2000 })).toBeVisible();
});
`;
}

const canDelete = ({ changes }: ListFacts): boolean =>
  changes.some(({ name, takesIdAlone }) => name === 'remove' && takesIdAlone);

/** Data layer files: name below `shared/resources/src/<name>/` → text. */
export function resourceFiles(names: Names, facts: ListFacts): Map<string, string> {
  const { kebab } = names;
  const files = new Map([
    [`${kebab}.reads.ts`, reads(names, facts)],
    [`${kebab}.queries.ts`, queries(names, facts)],
  ]);
  if (facts.changes.length > 0) files.set(`${kebab}.mutations.ts`, mutations(names, facts));
  if (canDelete(facts)) files.set(`${kebab}.can.ts`, can(names, facts));
  const index = [...files.keys()].sort().map((file) => `export * from './${file}';\n`);
  return files.set('index.ts', index.join(''));
}

/** Page files: name below `src/features/<name>/` of the remote → text. */
export function featureFiles(names: Names, facts: ListFacts, path: string): Map<string, string> {
  const { kebab } = names;
  const deletes = canDelete(facts);
  const files = new Map([[`${kebab}.columns.tsx`, columns(names, facts)]]);
  if (deletes) files.set(`${kebab}-panels.tsx`, panels(names, facts));
  files.set(`${kebab}-list.page.tsx`, listPage(names, facts, path, deletes));
  files.set(`${kebab}-list.page.test.tsx`, pageTest(names, path));
  return files;
}

/** The line of manifest.ts that makes the page reachable, and what it imports. */
export const routeLine = (
  { kebab, camel, constant, title }: Names,
  { audience, section }: ListFacts,
  path: string,
): string =>
  `    { path: '${path}', page: '${kebab}-list', title: '${title}', audience: '${audience}', layout: 'default',${section ? ` section: '${section}',` : ''} skeleton: 'list', reads: [${camel}ListRead(firstPage(${constant}_LIST))] },`;

export const routeImports = ({ kebab, camel, constant }: Names): string[] => [
  "import { firstPage } from '@panel/contract/reads';",
  `import { ${constant}_LIST, ${camel}ListRead } from '@panel/resources/${kebab}/reads';`,
];

/** The entry of pages.ts that loads it. */
export const pageLine = ({ kebab }: Names): string =>
  `  '${kebab}-list': () => import('./features/${kebab}/${kebab}-list.page.tsx'),`;
