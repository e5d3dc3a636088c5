export type RotatingLog = { file: string; add(line: string): void };
export function createRotatingLog(dataDir: string, maxBytes: number): RotatingLog;
