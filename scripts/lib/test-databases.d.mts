export function dependsOnDatabase(text: string): string | undefined;
export function databasesOf(text: string): ('postgres' | 'pglite')[];
export function asksSilently(text: string): boolean;
