import { useState } from 'react';
import { screen, within } from '@testing-library/react';
import { renderInUi } from '../testing/in-ui.tsx';
import { ResourceTable, type ResourceTableProps, type TableQuery } from './resource-table.tsx';

type Row = { id: string; name: string };
const rows: Row[] = Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, name: `site-${index}` }));
const query: TableQuery<Row> = { rows, total: 240, pageIndex: 0, pageSize: 10, orderBy: 'name', sortOrder: 'asc' };

function table(props: Partial<ResourceTableProps<Row>> = {}) {
  return (
    <ResourceTable<Row>
      caption="Sites"
      columns={[
        { key: 'name', title: 'Name', sortable: true, render: (row) => row.name },
        { key: 'kind', title: 'Kind', render: () => 'WordPress' },
      ]}
      query={query}
      onChange={() => undefined}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      empty={<p>No sites yet</p>}
      noMatch={<p>No matches</p>}
      {...props}
    />
  );
}

test('orders by its column heads and announces how', async () => {
  const onChange = jest.fn();
  const { user } = renderInUi(table({ onChange }));
  const head = screen.getByRole('columnheader', { name: 'Name' });
  expect(head).toHaveAttribute('aria-sort', 'ascending');
  await user.click(within(head).getByRole('button'));
  expect(onChange).toHaveBeenCalledWith({ orderBy: 'name', sortOrder: 'desc', pageIndex: 0 });
  expect(screen.getByRole('columnheader', { name: 'Kind' })).not.toHaveAttribute('aria-sort');
});

test('pages on the server', async () => {
  const onChange = jest.fn();
  const { user } = renderInUi(table({ onChange, query: { ...query, pageIndex: 23 } }));
  expect(screen.getByText('Showing 231–240 of 240')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(onChange).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(onChange).toHaveBeenCalledWith({ pageIndex: 22 });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '50');
  expect(onChange).toHaveBeenCalledWith({ pageSize: 50, pageIndex: 4 });
});

test('has no footer when one page shows all', () => {
  renderInUi(table({ query: { ...query, total: 10 } }));
  expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
});

test('a page after the last one leads to the first, and is no empty list', async () => {
  const onChange = jest.fn();
  const { user } = renderInUi(table({ onChange, query: { ...query, rows: [], pageIndex: 30 } }));
  expect(screen.queryByText('No sites yet')).not.toBeInTheDocument();
  expect(screen.queryByText('No matches')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Go to the first page' }));
  expect(onChange).toHaveBeenCalledWith({ pageIndex: 0 });
});

test('distinguishes an empty list from no matches', () => {
  const none = { ...query, rows: [], total: 0 };
  const { unmount } = renderInUi(table({ query: none }));
  expect(screen.getByText('No sites yet')).toBeInTheDocument();
  unmount();
  renderInUi(table({ query: none, isFiltered: true }));
  expect(screen.getByText('No matches')).toBeInTheDocument();
});

test('keeps its rows while newer ones are loading', () => {
  renderInUi(table({ loading: true }));
  expect(screen.getAllByRole('row')).toHaveLength(11);
  expect(screen.getByText('site-3')).toBeInTheDocument();
});

test('acts on the selected rows', async () => {
  const removed = jest.fn();
  const { user } = renderInUi(
    table({
      bulkActions: (chosen, clear) => [
        {
          key: 'd',
          label: 'Delete',
          onSelect: () => {
            removed(chosen.map((row) => row.id));
            clear();
          },
        },
      ],
    }),
  );
  await user.click(screen.getByRole('checkbox', { name: 'Select site-2' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select site-4' }));
  const bar = screen.getByRole('region', { name: 'Selected rows' });
  expect(bar).toHaveTextContent('2 selected');
  await user.click(within(bar).getByRole('button', { name: 'Delete' }));
  expect(removed).toHaveBeenCalledWith(['2', '4']);
  expect(screen.queryByRole('region', { name: 'Selected rows' })).not.toBeInTheDocument();
});

test('searches when typing pauses, and follows an address that changes', async () => {
  const seen = jest.fn();
  function Example() {
    const [value, setValue] = useState('');
    return (
      <>
        <button type="button" onClick={() => setValue('')}>
          Back
        </button>
        {table({
          search: {
            value,
            label: 'Search sites',
            onChange: (text) => {
              seen(text);
              setValue(text);
            },
          },
        })}
      </>
    );
  }
  const { user } = renderInUi(<Example />);
  await user.type(screen.getByRole('searchbox', { name: 'Search sites' }), 'blog{Enter}');
  expect(seen).toHaveBeenCalledTimes(1);
  expect(seen).toHaveBeenCalledWith('blog');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('Shift selects everything up to a row, by mouse and by the arrow keys', async () => {
  const bulkActions = () => [{ key: 'tag', label: 'Tag', onSelect: () => undefined }];
  const { user } = renderInUi(table({ bulkActions }));
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
  const chosen = () => within(screen.getByRole('region', { name: 'Selected rows' }));
  await user.click(box('site-2'));
  await user.keyboard('{Shift>}');
  await user.click(box('site-5'));
  await user.keyboard('{/Shift}');
  expect(chosen().getByText('4 selected')).toBeVisible();
  await user.click(chosen().getByRole('button', { name: 'Clear selection' }));
  box('site-7').focus();
  await user.keyboard(' {Shift>}{ArrowDown}{/Shift}');
  expect(box('site-8')).toHaveFocus();
  expect(chosen().getByText('2 selected')).toBeVisible();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(box('site-6')).toHaveFocus();
  expect(chosen().getByText('2 selected')).toBeVisible();
});
