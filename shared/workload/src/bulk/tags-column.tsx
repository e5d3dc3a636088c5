import { t } from '@panel/core';
import type { Column } from '@panel/ui/data';
import { TagList } from './tag-list.tsx';

type Tagged = { tags: readonly string[] };

const COLUMN: Column<Tagged> = {
  key: 'tags',
  title: t('Tags'),
  width: '160px',
  hideBelow: 'lg',
  render: ({ tags }) => <TagList tags={tags} />,
};

/** The columns of a list with the tags after the second one, once some row has any. */
export const withTags = <Row extends Tagged>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): readonly Column<Row>[] =>
  rows.some(({ tags }) => tags.length > 0) ? [...columns.slice(0, 2), COLUMN, ...columns.slice(2)] : columns;
