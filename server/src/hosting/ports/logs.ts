/** `size` in bytes; null when there is no log. `text`: at most its last 64 KB. */
export type DebugLog = { enabled: boolean; size: number | null; text: string };

/** What a workload writes for its developers. */
export interface Logs {
  /** Whether WordPress writes its debug log, and the end of that file. */
  debugLog(siteId: string): Promise<DebugLog>;
  /** Switches the debug log on or off; the site is stopped and starts again with the next request. */
  setDebugLog(siteId: string, enabled: boolean): Promise<void>;
}
