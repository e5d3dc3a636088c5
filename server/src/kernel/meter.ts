/** How a run of a task ended; `postponed`: it is tried again later. */
export type TaskOutcome = 'succeeded' | 'failed' | 'cancelled' | 'postponed';

/** Counts what the process does. Values of labels come from the code alone, never from what somebody sends. */
export type Meter = {
  /** @param route as it is declared: `/site/id/{id}`, or `page`, `file` */
  request(labels: { method: string; route: string; status: number }, seconds: number): void;
  /** A request to a hosted site or application. */
  siteRequest(status: number): void;
  task(kind: string, outcome: TaskOutcome, seconds: number): void;
};
