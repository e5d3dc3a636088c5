export { ProtectionCard } from './protection.card.tsx';
