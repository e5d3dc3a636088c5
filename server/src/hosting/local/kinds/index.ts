import type { PortName, SiteKind } from '../../driver.ts';
import { HostingError } from '../../hosting-error.ts';
import type { LocalKind } from './kind.ts';
import { nodeKind } from './node-kind.ts';
import { staticKind } from './static-kind.ts';
import { wordpressKind } from './wordpress-kind.ts';

export type { LocalKind } from './kind.ts';

/** What a driver hosts unless it is given others. */
export const LOCAL_KINDS: readonly LocalKind[] = [wordpressKind, staticKind, nodeKind];

/** Finds a kind. @throws HostingError UNSUPPORTED */
export type KindOf = (name: SiteKind) => LocalKind;

/** Finds the kinds of a driver by their names. */
export function kindsOf(kinds: readonly LocalKind[]): KindOf {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return (name) => {
    const kind = byName.get(name);
    if (kind) return kind;
    throw new HostingError('UNSUPPORTED', 'This server does not host sites of this kind. Contact support.', {
      retryable: false,
      detail: name,
    });
  };
}

/** Finds what the workloads of a kind have; nothing for a kind that is not hosted. */
export function portsOfKinds(kinds: readonly LocalKind[]): (name: SiteKind) => ReadonlySet<PortName> {
  const byName = new Map(kinds.map((kind) => [kind.name, new Set(kind.ports)]));
  const none = new Set<PortName>();
  return (name) => byName.get(name) ?? none;
}
