/** A file of a release as the server sends it; no call of the contract. */
// eslint-disable-next-line no-restricted-globals -- `api` knows only calls, and would add session and token to a plain file
export const fetchFile = (file: string, how: RequestInit): Promise<Response> => fetch(file, how);
