export { ChecksCard } from './checks.card.tsx';
export { HealthCard, heldText, restoredText, type HealthReason, type HealthStep } from './health.card.tsx';
export { UptimeCard } from './uptime.card.tsx';
