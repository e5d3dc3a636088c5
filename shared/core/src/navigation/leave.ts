type Navigate = (to: string) => void;
let navigate: Navigate | null = null;

/** The shell's router, for navigation from outside of React. */
export function setNavigator(next: Navigate | null): void {
  navigate = next;
}

/**
 * Follows a redirect from the server. Only this origin, or an http(s) address the server vouches for. Going to /login
 * is a full page view, because session, brand and registry come with it.
 */
export function leaveTo(address: string): void {
  const target = new URL(address, window.location.origin);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return;
  const inside = target.origin === window.location.origin;
  const path = target.pathname + target.search + target.hash;
  if (inside && window.location.pathname === target.pathname && target.pathname === '/login') return;
  if (inside && target.pathname !== '/login' && navigate) navigate(path);
  else window.location.assign(inside ? path : target.toString());
}
