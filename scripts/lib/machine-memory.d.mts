export declare function machineMemory(): number;
