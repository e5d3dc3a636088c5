/** Path of a Chromium that can be started, or undefined. `CHROMIUM_PATH` decides when it is set. */
export function findChromium(): string | undefined;
/** Installs one if that needs no confirmation. */
export function installChromium(onLine?: (line: string) => void): Promise<string | undefined>;
