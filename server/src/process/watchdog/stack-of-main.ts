import { Session } from 'node:inspector/promises';
import type { Debugger } from 'node:inspector';
import { CURRENT_WORK } from '../../lib/running-work.ts';

const WAIT_MS = 3_000;
const FRAMES = 40;

/** Where the main thread is, and the JSON of the work that it does, or `null`. */
export type Place = { stack: string[]; work: string };

const orNull = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([
    work.catch(() => null),
    new Promise<null>((resolve) => {
      setTimeout(resolve, WAIT_MS, null);
    }),
  ]);

/**
 * Stops the main thread in the middle of what it does, which works while its loop spins, and reads its stack. It does
 * not go on afterwards. Null where it cannot be stopped within three seconds, e.g. inside of a system call.
 */
export async function stopMainThread(): Promise<Place | null> {
  const session = new Session();
  session.connectToMainThread();
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params }) => files.set(params.scriptId, params.url));
  const paused = new Promise<Debugger.PausedEventDataType>((resolve) => {
    session.once('Debugger.paused', ({ params }) => resolve(params));
  });
  void session.post('Debugger.enable').catch(() => undefined);
  void session.post('Debugger.pause').catch(() => undefined);
  const { callFrames } = (await orNull(paused)) ?? { callFrames: [] };
  const [top] = callFrames;
  if (!top) return null;
  const stack = callFrames
    .slice(0, FRAMES)
    .map(
      ({ functionName, location }) =>
        `${functionName || '(anonymous)'} ${files.get(location.scriptId) || '(native)'}:${location.lineNumber + 1}`,
    );
  const expression = `globalThis[Symbol.for(${JSON.stringify(CURRENT_WORK)})]?.() ?? 'null'`;
  const said = await orNull(
    session.post('Debugger.evaluateOnCallFrame', { callFrameId: top.callFrameId, expression, returnByValue: true }),
  );
  return { stack, work: typeof said?.result.value === 'string' ? said.result.value : 'null' };
}
