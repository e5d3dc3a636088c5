import { PlansPage, prefetchPlans } from './plans-page.tsx';

export const prefetch = prefetchPlans(['app']);

/** /my-account/app-plans */
export const Component = () => <PlansPage projects={['app']} />;
