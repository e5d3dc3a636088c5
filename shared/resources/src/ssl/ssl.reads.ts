import { read } from '@panel/contract/reads';

/** The certificate of a site, its last check, and what is chosen. */
export const sslRead = (id: string) => read('ssl.get', { id });
