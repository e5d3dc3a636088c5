import { keepPreviousData } from '@tanstack/react-query';
import { queryOf, type ListState } from '@panel/core';
import { backupListRead, backupSettingsRead, type BackupColumn } from './backup.reads.ts';

export const backupListQuery = (siteId: string, state: ListState<BackupColumn>) =>
  queryOf(backupListRead(siteId, state), { placeholderData: keepPreviousData });

export const backupSettingsQuery = (siteId: string) => queryOf(backupSettingsRead(siteId));
