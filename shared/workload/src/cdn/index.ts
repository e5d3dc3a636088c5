export { CdnSettingsForm } from './cdn-settings.form.tsx';
export { WorkloadCdn } from './workload-cdn.tsx';
