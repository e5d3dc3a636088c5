import type { CallMeta } from '@panel/contract';

const VERSIONS_PAGE = '/docs/api/versions';

/** Since when a call is deprecated (RFC 9745) and when it ends (RFC 8594); empty for every other call. */
export function deprecationHeaders({ deprecated }: Pick<CallMeta, 'deprecated'>): Record<string, string> {
  if (!deprecated) return {};
  return {
    deprecation: `@${Date.parse(deprecated.since) / 1000}`,
    sunset: new Date(deprecated.sunset).toUTCString(),
    link: `<${VERSIONS_PAGE}>; rel="deprecation"; type="text/html"`,
  };
}
