/**
 * Opens an address by a full page view, because session, brand and remotes come with the page. Web addresses only:
 * the server has already decided which hosts are allowed.
 */
export function fullLoad(address: string, fallback: string): void {
  const wanted = URL.canParse(address, window.location.origin) ? new URL(address, window.location.origin) : null;
  const isWeb = wanted?.protocol === 'http:' || wanted?.protocol === 'https:';
  window.location.assign(wanted && isWeb && address ? wanted.toString() : fallback);
}
