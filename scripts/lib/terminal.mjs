const seconds = (ms) =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

/** A duration for display: `4.2 s`, `3 min 5 s`. */
export const duration = seconds;

/**
 * Progress as lines with the time since the start. A terminal rewrites the last line while a step runs; elsewhere
 * every change is a new line, and a long step prints one every 15 s.
 */
export function createProgress({ out = process.stdout, tty = Boolean(out.isTTY), quietMs = 15_000 } = {}) {
  const started = Date.now();
  let step = null;
  let shown = '';
  let lastLine = Date.now();
  const clock = () => `[${String(Math.floor((Date.now() - started) / 1000)).padStart(4)} s]`;
  const clear = () => {
    if (tty && shown) out.write('\r\u001b[K');
    shown = '';
  };
  const line = (text) => {
    clear();
    out.write(`${clock()} ${text}\n`);
    lastLine = Date.now();
  };
  const paint = () => {
    if (!step) return;
    if (tty) {
      const width = Math.max(20, (out.columns ?? 100) - 1);
      shown = `${clock()} ${step.name}${step.detail ? ` — ${step.detail}` : ''}`.slice(0, width);
      out.write(`\r\u001b[K${shown}`);
    } else if (Date.now() - lastLine >= quietMs) {
      line(`${step.name} … still running${step.detail ? ` (${step.detail})` : ''}`);
    }
  };
  const timer = setInterval(paint, tty ? 500 : 1000);
  timer.unref();
  return {
    line,
    /** Starts a step; the previous one must have ended. */
    begin(name) {
      step = { name, detail: '', at: Date.now() };
      if (tty) paint();
      else line(`${name} …`);
    },
    /** The current activity within the step. */
    detail(text) {
      if (!step || step.detail === text) return;
      step.detail = text;
      if (tty) paint();
    },
    done(result = 'done') {
      if (!step) return;
      const { name, at } = step;
      step = null;
      line(`${name}: ${result} (${seconds(Date.now() - at)})`);
    },
    /** Ends the display without a result; the error explains the failure. */
    end() {
      step = null;
      clear();
      clearInterval(timer);
    },
    elapsed: () => Date.now() - started,
  };
}
