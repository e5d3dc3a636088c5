/**
 * Kinds of parts that the browser lacks: antd's, in the partner's colours. A separate chunk, loaded by the first page
 * that imports it.
 */
export { DateRangePicker, type DateRange, type DateRangePickerProps } from './rich/date-range-picker.tsx';
export { Tour, type TourStep } from './rich/tour.tsx';
export { QrCode } from './rich/qr-code.tsx';
export { FileUpload, type FileUploadProps } from './rich/file-upload.tsx';
export { FileTree, type FileTreeItem, type FileTreeProps } from './rich/file-tree.tsx';
export { FolderTree, type FolderTreeProps } from './rich/folder-tree.tsx';
