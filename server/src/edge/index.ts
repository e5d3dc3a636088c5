export { createEdge } from './edge.ts';
export type { Edge } from './edge.ts';
export * from './edge-types.ts';
export { hashSitePassword, verifySitePassword } from './password.ts';
