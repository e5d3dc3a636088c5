/**
 * Kinds of parts that the browser lacks: antd's, in the partner's colours. A separate chunk, loaded by the first page
 * that imports it.
 */
export { AutoComplete, type AutoCompleteProps } from './rich/auto-complete.tsx';
export { ColorPicker, type ColorPickerProps } from './rich/color-picker.tsx';
export {
  DatePicker,
  DateRangePicker,
  type DatePickerProps,
  type DateRange,
  type DateRangePickerProps,
} from './rich/date-picker.tsx';
export { FileUpload, type FileUploadProps } from './rich/file-upload.tsx';
export { QrCode, type QrCodeProps } from './rich/qr-code.tsx';
export { Tour, type TourProps, type TourStep } from './rich/tour.tsx';
export { Transfer, type TransferItem, type TransferProps } from './rich/transfer.tsx';
export { Tree, type TreeNode, type TreeProps } from './rich/tree.tsx';
export { VirtualTable, type VirtualColumn, type VirtualTableProps } from './rich/virtual-table.tsx';
