import { PlansPage, prefetchPlans } from './plans-page.tsx';

export const prefetch = prefetchPlans(['site']);

/** /my-account/site-plans */
export const Component = () => <PlansPage projects={['site']} />;
