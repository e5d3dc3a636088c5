export { FoundSwitch } from './found-switch.tsx';
export { WorkloadPage } from './workload-page.tsx';
