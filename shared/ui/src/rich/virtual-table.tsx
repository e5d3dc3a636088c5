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
  /** Name of the rows, e.g. "Requests". */
  caption: string;
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Height in pixels of the scrolling part. */
  height: number;
  empty?: string;
};

/** Thousands of loaded rows, of which only the visible ones are rendered. For pages from the server: ResourceTable. */
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
