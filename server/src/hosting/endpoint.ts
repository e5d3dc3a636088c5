import type { Endpoint } from './driver.ts';

/** The part of an endpoint that node's `http.request` and `net.connect` take. */
export function whereToConnect(endpoint: Endpoint): { host: string; port: number } | { socketPath: string } {
  return 'socketPath' in endpoint ? { socketPath: endpoint.socketPath } : { host: endpoint.host, port: endpoint.port };
}
