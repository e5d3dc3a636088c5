/** What a check found. `mend` says what to do; what is right has none. */
export type Finding = { level: 'right' | 'notice' | 'wrong'; text: string; mend?: string };

/** One question about the installation. It changes nothing, and may throw: that is a finding, too. */
export type Check = { about: string; look(): Promise<Finding[]> };

export const right = (text: string): Finding => ({ level: 'right', text });
/** What works, but not for everything, or not for long. */
export const notice = (text: string, mend: string): Finding => ({ level: 'notice', text, mend });
export const wrong = (text: string, mend: string): Finding => ({ level: 'wrong', text, mend });

/** Runs all checks one after another, so that a slow one is seen to be slow. */
export async function* findings(checks: readonly Check[]): AsyncGenerator<{ about: string; found: Finding[] }> {
  for (const { about, look } of checks) {
    const found = await look().catch((error: unknown) => [
      wrong(
        `This could not be checked: ${error instanceof Error ? error.message : String(error)}`,
        'Mend what the message names, then run the doctor again.',
      ),
    ]);
    yield { about, found };
  }
}
