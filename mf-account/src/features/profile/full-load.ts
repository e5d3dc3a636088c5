/** Opens an address of the panel by a full page view: nobody is signed in any more, and nothing of the account may stay. */
export const fullLoad = (address: string): void => window.location.assign(address);
