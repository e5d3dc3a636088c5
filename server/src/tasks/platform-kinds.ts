/**
 * Tasks on workloads that are the platform's own: on which machine a site is concerns nobody else. They count for no customer's limit. Whoever
 * has the workload sees that one runs, and the operator alone cancels it.
 */
export const PLATFORM_KINDS: readonly string[] = ['workload.move', 'workload.recover', 'app.recover'];
