/* Replaces `@module-federation/runtime` in the shell: the same calls, implemented in ./core (ADR 0021). */
import { ModuleFederation, type Options } from './core/federation.ts';
import type { Remote } from './core/load-entry.ts';

let host: ModuleFederation | null = null;

/** Called first by the generated code of the shell. */
export function init(options: Options): ModuleFederation {
  host ??= new ModuleFederation(options);
  return host;
}

function theHost(): ModuleFederation {
  if (!host) throw new Error('The shell has not started its federation.');
  return host;
}

export const loadRemote = <T>(id: string): Promise<T> => theHost().loadRemote<T>(id);
export const registerRemotes = (remotes: readonly Remote[], options?: { force?: boolean }): void =>
  theHost().registerRemotes(remotes, options);
