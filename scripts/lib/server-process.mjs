import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment, NODE_24, QUICK_START, ROOT } from './paths.mjs';
import { PlainError } from './plain-error.mjs';
import { ended, start } from './processes.mjs';
import { createRotatingLog } from './rotating-log.mjs';
import { serverLimits } from './server-limits.mjs';

const LOG_MB = 50;
/** Maximum length of a line; output without line breaks must not fill the memory. */
const LINE_MAX = 64 * 1024;

/** Splits a stream into lines. */
function eachLine(stream, onLine) {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
    if (rest.length < LINE_MAX) return;
    onLine(rest);
    rest = '';
  });
  stream.on('end', () => rest && onLine(rest));
}

/** A single line on stderr is the server's own message; anything else is a crash. */
function whyItEnded(errors, { code, signal }, log) {
  const said = errors.filter((line) => line.trim() !== '');
  if (said.length === 1 && said[0]) return new PlainError(said[0]);
  const tail = said
    .slice(-15)
    .map((line) => `  ${line}`)
    .join('\n');
  return new PlainError(
    `The server ended unexpectedly ${signal ? `by the signal ${signal}` : `with code ${code}`}. Its log is ${log.file}.${tail ? `\n${tail}` : ''}`,
  );
}

/**
 * Starts the server and follows its words on stdout: `@progress text`, `@ready {json}`; all else is log.
 * @param {{dataDir: string, verbose: boolean, onProgress: (text: string) => void, env?: Record<string, string>}} options
 * @returns `ready` resolves with what the server announced and rejects with a PlainError when it ends before that;
 *   `ended` resolves with its exit code
 */
export function startServer({ dataDir, verbose, onProgress, env = {} }) {
  const guard = pathToFileURL(join(ROOT, 'scripts', 'lib', 'end-with-launcher.mjs')).href;
  const limits = serverLimits();
  const child = start(
    NODE_24,
    [
      ...limits.flags,
      ...['--disable-warning=ExperimentalWarning', ...QUICK_START, '--import', guard],
      join('server', 'src', 'main.ts'),
    ],
    {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: environment({
        ...limits.env,
        // What was compiled once is not compiled at every start.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(ROOT, 'node_modules', '.cache', 'compiled'),
        TEST_PROCESSOR: process.env.TEST_PROCESSOR || 'auto',
        ...env,
        DATA_DIR: dataDir,
        PANEL_LAUNCHER: '1',
        PANEL_LAUNCHER_PID: String(process.pid),
      }),
    },
  );
  const log = createRotatingLog(dataDir, Number(process.env.LOG_MAX_MB || LOG_MB) * 1024 * 1024);
  const errors = [];
  const exit = ended(child);
  const ready = new Promise((resolve, reject) => {
    eachLine(child.stdout, (line) => {
      if (line.startsWith('@progress ')) return onProgress(line.slice('@progress '.length));
      if (line.startsWith('@ready ')) {
        log.add(JSON.stringify({ time: new Date().toISOString(), msg: 'ready' }));
        return resolve(JSON.parse(line.slice('@ready '.length)));
      }
      log.add(line);
      if (verbose) process.stdout.write(`${line}\n`);
    });
    eachLine(child.stderr, (line) => {
      errors.push(line);
      if (errors.length > 200) errors.shift();
      log.add(line);
      if (verbose) process.stderr.write(`${line}\n`);
    });
    exit.then((how) => reject(whyItEnded(errors, how, log)), reject);
  });
  ready.catch(() => undefined);
  return { child, ready, exit, log, reason: (how) => whyItEnded(errors, how, log) };
}
