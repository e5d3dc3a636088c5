import { pageStorage } from '@panel/core';

const KEY = 'panel.help-read';

/** Whether this user opened the help center on this device; the server does not store that. */
export const helpWasRead = (userId: string): boolean => pageStorage.getItem(KEY) === userId;

export const rememberHelpRead = (userId: string): void => pageStorage.setItem(KEY, userId);
