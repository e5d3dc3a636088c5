export { WorkloadBackups } from './workload-backups.tsx';
