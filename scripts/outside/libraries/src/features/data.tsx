import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import type { ComponentType } from 'react';
import Markdown from 'react-markdown';
import { Link, useLocation } from 'react-router-dom';
import { Bar, BarChart, XAxis } from 'recharts';

const Charts = () => (
  <BarChart width={200} height={100} data={[{ name: 'Monday', value: 3 }]}>
    <XAxis dataKey="name" />
    <Bar dataKey="value" isAnimationActive={false} />
  </BarChart>
);

function Router() {
  const { pathname } = useLocation();
  return (
    <p>
      at {pathname}, <Link to="/libraries/router">next page</Link>
    </p>
  );
}

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, { name: string }>();
const columns = helper.columns([helper.accessor('name', { header: 'Name' })]);
const people = [{ name: 'Ada' }];

function People() {
  const table = useTable({ features, columns, data: people });
  return (
    <ul>
      {table.getRowModel().rows.map((row) => (
        <li key={row.id}>
          {row.getAllCells().map((cell) => (
            <table.FlexRender key={cell.id} cell={cell} />
          ))}
        </li>
      ))}
    </ul>
  );
}

export const DATA: Record<string, ComponentType> = {
  'react-markdown': () => <Markdown>{'A *word* of weight'}</Markdown>,
  recharts: Charts,
  '@tanstack/react-table': People,
  'react-router-dom': Router,
};
