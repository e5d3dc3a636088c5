export { BulkCard } from './bulk.card.tsx';
export { BulkItems, BulkStats } from './bulk-result.tsx';
export { TagFilter } from './tag-filter.tsx';
export { TagList } from './tag-list.tsx';
export { APP_SOURCE, useAppList } from './use-app-list.tsx';
export { withTags } from './tags-column.tsx';
export { useBulk, type BulkDraft } from './use-bulk.ts';
