export { WorkloadBin } from './workload-bin.tsx';
