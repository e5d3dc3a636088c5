export { ProtectionCard } from './protection.card.tsx';
export { ProtectionFields } from './protection.fields.tsx';
