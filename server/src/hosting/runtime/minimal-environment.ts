/** The environment of a site's processes, without the panel's own, which holds secrets. */
export function minimalEnvironment(): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', TZ: 'UTC' };
}
