export { FolderTrail } from './folder-trail.tsx';
export { WorkloadFiles } from './workload-files.tsx';
