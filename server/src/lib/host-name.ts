/** The host name of a Host header: lower case, without port and trailing dot; null if it is invalid. */
export function hostName(header: string | undefined): string | null {
  const name = /^([a-z0-9](?:[a-z0-9._-]{0,252}[a-z0-9])?)\.?(?::\d{1,5})?$/.exec(
    header?.trim().toLowerCase() ?? '',
  )?.[1];
  return name === undefined || name.includes('..') ? null : name;
}
