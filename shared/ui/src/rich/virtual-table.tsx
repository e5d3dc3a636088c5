import type { ReactNode } from 'react';
import { Table } from 'antd';
import { RichProvider } from './rich-provider.tsx';

export type VirtualColumn<Row> = {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** Pixels. */
  width?: number;
  align?: 'start' | 'end';
};

export type VirtualTableProps<Row> = {
  /** What the rows are, e.g. "Requests". */
  caption: string;
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Pixels of the part that scrolls. */
  height: number;
  empty?: string;
};

/** Thousands of rows that are here already; only those in sight are rendered. Pages from the server: ResourceTable. */
export function VirtualTable<Row extends object>({
  caption,
  columns,
  rows,
  rowKey,
  height,
  empty = 'Nothing here yet.',
}: VirtualTableProps<Row>) {
  return (
    <RichProvider>
      <section className="p-rich" aria-label={caption}>
        <Table<Row>
          virtual
          size="small"
          pagination={false}
          scroll={{ y: height, x: columns.reduce((sum, { width = 160 }) => sum + width, 0) }}
          columns={columns.map(({ key, title, render, width = 160, align }) => ({
            key,
            title,
            width,
            align,
            render: (_: unknown, row: Row) => render(row),
          }))}
          dataSource={[...rows]}
          rowKey={rowKey}
          locale={{ emptyText: empty }}
        />
      </section>
    </RichProvider>
  );
}
