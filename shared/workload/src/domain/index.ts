export { DomainAvailable } from './domain-available.tsx';
export { DomainCards } from './domain-cards.tsx';
export { DomainEntry } from './domain-entry.tsx';
export { PremiumCard } from './premium-card.tsx';
export { useIsSpecial, type OwnLicense } from './use-bring-domain.ts';
export { WorkloadBringDomain } from './workload-bring-domain.tsx';
export { WorkloadDomainFinish } from './workload-domain-finish.tsx';
