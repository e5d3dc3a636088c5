export const ROOT: string;
export const PNPM_VERSION: string;
export const NODE_24: string;
export const QUICK_START: readonly string[];
export function environment(extra?: Record<string, string>): Record<string, string | undefined>;
