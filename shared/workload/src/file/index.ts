export { WorkloadFiles } from './workload-files.tsx';
