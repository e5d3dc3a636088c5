import { PlansPage, prefetchPlans } from './plans-page.tsx';

export const prefetch = prefetchPlans(['site', 'app']);

/** /my-account/plans: everything that can be bought. */
export const Component = () => <PlansPage projects={['site', 'app']} />;
