import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, t, type Api, type ListState } from '@panel/core';
import { databaseListRead, type DatabaseColumn } from './database.reads.ts';

/** One row, as the contract has it. */
export type HostedDatabase = Awaited<ReturnType<Api['database']['list']>>['pageElements'][number];

export const databaseListQuery = (state: ListState<DatabaseColumn>) =>
  queryOf(databaseListRead(state), { placeholderData: keepPreviousData });

const ENGINES = { sqlite: 'SQLite', mariadb: 'MariaDB', postgresql: 'PostgreSQL' } as const;

export const engineLabel = ({ engine }: Pick<HostedDatabase, 'engine'>): string => (engine ? ENGINES[engine] : '–');

/** Why it cannot be opened in the browser now. */
export const cannotOpenDatabase = ({ owner }: Pick<HostedDatabase, 'owner'>): string =>
  owner === 'app' ? t('The code of its application alone reaches it.') : t('It cannot be opened in the browser now.');
