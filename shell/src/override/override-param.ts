import type { Override } from '@panel/contract/manifest';

/** Query of the address that `pnpm dev <remote> --against` prints: `?override=mf-sites=http://localhost:3001/…`. */
export const OVERRIDE_QUERY = 'override';

/**
 * The requested override of an address, or null if it names no remote and no http(s) address. The server decides
 * whether it is allowed.
 */
export function readOverrideParam(search: string): Override | null {
  const [, remote, address] =
    /^(mf-[a-z][a-z0-9-]{0,60})=(.+)$/.exec(new URLSearchParams(search).get(OVERRIDE_QUERY) ?? '') ?? [];
  if (!remote || !address || !URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return /^https?:$/.test(protocol) ? { remote, entry: href } : null;
}

/** The same address without the override. */
export function withoutOverrideParam({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  const rest = new URLSearchParams(search);
  rest.delete(OVERRIDE_QUERY);
  return pathname + (rest.size > 0 ? `?${rest}` : '') + hash;
}

/** Display name of the origin: `http://localhost:3001`. */
export const placeOf = ({ entry }: Pick<Override, 'entry'>): string => new URL(entry).origin;
