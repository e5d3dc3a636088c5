export { CdnSettingsForm } from './cdn-settings.form.tsx';
export { CdnTraffic } from './cdn-traffic.tsx';
export { WorkloadCdn } from './workload-cdn.tsx';
