/* Stands in for the federation SDK's logger, which also traces stacks and talks to webpack. Here the console will do. */
type Log = (...words: unknown[]) => void;
type Logger = Record<'log' | 'warn' | 'error' | 'success' | 'info' | 'ready' | 'debug', Log>;

const ignore: Log = () => undefined;

export function createLogger(prefix: string): Logger {
  const warn: Log = (...words) => console.warn(prefix, ...words);
  const error: Log = (...words) => console.error(prefix, ...words);
  return { log: ignore, info: ignore, success: ignore, ready: ignore, debug: ignore, warn, error };
}

export const createInfrastructureLogger = createLogger;
export const bindLoggerToCompiler = ignore;
export const logger = createLogger('[ Module Federation ]');
export const infrastructureLogger = logger;
