import { read, type ListState } from '@panel/contract/reads';

/** How the list of sessions begins, and what the server orders it by. */
export const SESSION_LIST = { columns: ['last_seen_at', 'created_at'], orderBy: 'last_seen_at' } as const;
export type SessionColumn = (typeof SESSION_LIST)['columns'][number];

/** The account's sessions by page. */
export const sessionListRead = ({ pageIndex, pageSize, orderBy, sortOrder }: ListState<SessionColumn>) =>
  read('security.sessions', { pageIndex, pageSize, orderBy, sortOrder });

/** What a sign-in of the user asks for besides the password. */
export const secondFactorsRead = read('security.factors');
