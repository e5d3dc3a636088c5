export { WorkloadSsl } from './workload-ssl.tsx';
