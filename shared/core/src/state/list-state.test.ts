import { firstPage } from '@panel/contract/reads';
import { readListState } from './list-state.ts';

test('a list reads its first page from an address without a query', () => {
  for (const list of [
    { columns: ['created_at'], orderBy: 'created_at' },
    { columns: ['fqdn'], orderBy: 'fqdn', sortOrder: 'asc', pageSize: 20 },
  ] as const)
    expect(readListState<string>(new URLSearchParams(), list)).toEqual(firstPage<string>(list));
});
