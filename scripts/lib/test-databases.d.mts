export function dependsOnDatabase(text: string): string | undefined;
