/** The process shut down after an unhandled error; its supervisor starts it again (EX_SOFTWARE). */
const EXIT_AFTER_ERROR = 70;
/** How long running requests and tasks have to end. */
const DEADLINE_MS = 20_000;
/** Later errors, during the shutdown, are most likely consequences of the first. */
const MAX_REPORTED = 10;

export type LastResort = {
  report(error: unknown): void;
  /** Accepts no new connections, waits for running requests, closes what is open. */
  stop(): Promise<void>;
};

/**
 * Shuts the process down in order after an unhandled error: its state may be wrong, but running requests are
 * unaffected. Exits with 70, after 20 s at the latest.
 */
export function installLastResort({ report, stop }: LastResort): void {
  let reported = 0;
  const handle = (error: unknown): void => {
    reported += 1;
    if (reported <= MAX_REPORTED) report(error);
    if (reported > 1) return;
    const exit = () => process.exit(EXIT_AFTER_ERROR);
    setTimeout(exit, DEADLINE_MS);
    stop().then(exit, exit);
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
}
