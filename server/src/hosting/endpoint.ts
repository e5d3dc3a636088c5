import type { Endpoint } from './driver.ts';

/** The endpoint as options for node's `http.request` and `net.connect`. */
export function whereToConnect(endpoint: Endpoint): { host: string; port: number } | { socketPath: string } {
  return 'socketPath' in endpoint ? { socketPath: endpoint.socketPath } : { host: endpoint.host, port: endpoint.port };
}
