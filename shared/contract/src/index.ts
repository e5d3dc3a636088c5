export * from './access.ts';
export * from './app-values.ts';
export * from './call.ts';
export * from './contract.ts';
export * from './errors.ts';
export * from './login-errors.ts';
export * from './member-roles.ts';
export * from './php-settings.ts';
export * from './plans.ts';
export * from './schemas/index.ts';
export * from './scopes.ts';
export * from './sections.ts';
export * from './staff-roles.ts';
export * from './wire.ts';
export { APPROVED_ACTIONS, type Approval, type ApprovedAction } from './calls/approval.calls.ts';
export type { Beacon } from './calls/platform.calls.ts';
export {
  CHANNEL_ACTIONS,
  type Channel,
  type ChannelAction,
  type ChannelEffect,
  type Hold,
  type RegistryChange,
  type ReleaseFailure,
  type ReleaseInfo,
  type ReleaseStats,
  type Running,
} from './calls/release.calls.ts';
