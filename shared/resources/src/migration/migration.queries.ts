import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { isMoving } from './migration.can.ts';
import { migrationListRead, migrationRead, writtenRead, type MigrationColumn } from './migration.reads.ts';

/** Staff move a migration on at any time, so pages that show one that is open look again. */
const OPEN_POLL_MS = 5000;

export const migrationListQuery = (state: ListState<MigrationColumn>) =>
  queryOf(migrationListRead(state), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.pageElements.some(isMoving) ? OPEN_POLL_MS : false),
  });

export const migrationQuery = (id: string) =>
  queryOf(migrationRead(id), {
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? OPEN_POLL_MS : false),
  });

export const writtenQuery = (id: string) => queryOf(writtenRead(id));
