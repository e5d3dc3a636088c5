import { read } from '@panel/contract/reads';

/** What asks for a token by a code. */
export const deviceRequestRead = (userCode: string) => read('device.request', { user_code: userCode });
