import { createDial, type Dial, type DialOptions } from './dial.ts';
import type { AddressPolicy } from './public-address.ts';

/** What the operator has chosen may be in a private network. */
const EVERYWHERE: AddressPolicy = { allows: () => true, named: () => true };

type Options = Pick<DialOptions, 'resolve' | 'now'> & {
  /** What happens to a request for any other server. */
  others: Dial;
};

/** Connects to one server that the operator has chosen, wherever it is. */
export function dialChosen({ hostname, port, protocol }: URL, { others, ...options }: Options): Dial {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const only = Number(port) || (protocol === 'https:' ? 443 : 80);
  const chosen = createDial({ policy: EVERYWHERE, ...options });
  return async (target) => {
    if (target.host !== host || target.port !== only) return others(target);
    return chosen(host === 'localhost' ? { ...target, host: '127.0.0.1' } : target);
  };
}
