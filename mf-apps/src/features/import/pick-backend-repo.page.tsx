import { prefetchWizard } from './import-wizard.tsx';
import { PartRepository } from './part-repository.tsx';

export const prefetch = prefetchWizard;

/** /new-app/full-stack/pick-backend-repo */
export const Component = () => <PartRepository part="backend" />;
