export declare function serverLimits(memoryBytes?: number): { env: Record<string, string>; flags: string[] };
