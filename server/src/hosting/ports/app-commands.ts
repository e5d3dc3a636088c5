/** What a command says while it runs: its lines are bounded in length and number, and without secrets. */
export type CommandProgress = { log(line: string): void; signal: AbortSignal };

/** How a command ended; `over` is the limit that ended it, or null. */
export type CommandEnd = { code: number; over: 'time' | 'memory' | 'processes' | null };

/** Commands in the environment of a workload: its live release, its variables, its database, its limits. */
export interface AppCommands {
  /**
   * Runs one command, started without a shell, beside the server of the workload and whether or not that runs. A cancelled one has no
   * process left when it rejects.
   * @throws HostingError UNSUPPORTED without a live release of a server, BUILD_FAILED for what only a shell understands, RUNTIME_MISSING
   */
  runAppCommand(siteId: string, command: string, p: CommandProgress): Promise<CommandEnd>;
}
