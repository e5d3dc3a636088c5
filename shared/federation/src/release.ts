/** The commands for releases and the registry, separate from the build, so that they start quickly. */
export type { Context } from './cli/context.ts';
export { registryCommand, readChange, REGISTRY_USAGE } from './cli/registry-command.ts';
export { releaseCommand, RELEASE_OPTIONS } from './cli/release-command.ts';
export { run } from './cli/run.ts';
export { PANEL_OPTIONS } from './cli/context.ts';
export { panelAddress, panelClient } from './release/operator-client.ts';
export { readAuthorization } from './release/secrets.ts';
export { isPackage, packageOf, PACKAGES } from './packages.ts';
export { PlainError, UsageError } from './plain-error.ts';
