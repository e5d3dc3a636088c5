export const KEPT_FILE: string;
export function dataFolder(env?: Record<string, string | undefined>): string;
export function isPanelFolder(folder: string): boolean;
export function checkResettable(folder: string): boolean;
