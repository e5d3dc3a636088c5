export { createWeb, type Visit, type Web, type WebOptions } from './create-web.ts';
export { ReleaseError } from './releases.ts';
