/** Parts for whole pages (tables, wizards), loaded with the first remote and not with the shell. */
export {
  ResourceTable,
  type Column,
  type ResourceTableProps,
  type TableChange,
  type TableQuery,
  type TableSearch,
} from './data/resource-table.tsx';
export {
  ListPage,
  ListTable,
  prefetchList,
  type ListPageProps,
  type ListSource,
  type ListTableProps,
  type ListView,
} from './data/list-page.tsx';
export { createdColumn, diskColumn, factOf, healthColumn, statusColumn } from './data/common-columns.tsx';
export type { BulkAction } from './data/bulk-bar.tsx';
export { DataList, type DataListItem, type DataListProps } from './data/data-list.tsx';
export { PlanCard, type PlanCardProps } from './data/plan-card.tsx';
export { Steps, type StepItem, type StepsProps } from './data/steps.tsx';
export { Combobox, type ComboboxProps } from './data/combobox.tsx';
export { Select } from './form/select.tsx';
export {
  WorkloadHeader,
  type WorkloadAction,
  type WorkloadEnvironment,
  type WorkloadHeaderProps,
} from './workload/workload-header.tsx';
export { WorkloadSwitch, type WorkloadChoice, type WorkloadSwitchProps } from './workload/workload-switch.tsx';
