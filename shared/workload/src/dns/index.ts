export { HostList } from './host-list.tsx';
export { WorkloadDns } from './workload-dns.tsx';
