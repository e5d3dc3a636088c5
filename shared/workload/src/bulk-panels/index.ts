export { BulkDialog } from './bulk.dialog.tsx';
export { TagsPanel } from './tags.panel.tsx';
