/** Path of a Chromium that can be started, or undefined. `CHROMIUM_PATH` decides when it is set. */
export function findChromium(): string | undefined;
/** Installs one where that is possible without asking anybody. */
export function installChromium(onLine?: (line: string) => void): Promise<string | undefined>;
