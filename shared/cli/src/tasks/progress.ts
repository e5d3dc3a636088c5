import { fit, oneLine } from '../output/plain-text.ts';
import { hasColor, note } from '../output/print.ts';

const BAR = 24;

/** Shows how far something is: a bar that is drawn anew on a terminal, a line for each change elsewhere. */
export type Progress = { show(percent: number, text: string): void; line(text: string): void; end(): void };

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let shown = '';
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) stream.write('\r\u001b[K');
    isDrawn = false;
  };
  const isBar = stream.isTTY && process.env['TERM'] !== 'dumb';
  const draw = (percent: number, text: string): void => {
    const full = Math.round((Math.min(100, Math.max(0, percent)) / 100) * BAR);
    const bar = `${'#'.repeat(full)}${'.'.repeat(BAR - full)}`;
    const colored = hasColor(stream) ? `\u001b[36m${bar}\u001b[39m` : bar;
    const room = Math.max(10, (stream.columns || 80) - BAR - 9);
    clear();
    stream.write(`[${colored}] ${String(Math.round(percent)).padStart(3)} % ${fit(oneLine(text), room).trimEnd()}`);
    isDrawn = true;
  };
  return {
    show(percent, text) {
      const now = isBar ? `${percent} ${text}` : text;
      if (now === shown) return;
      shown = now;
      if (isBar) draw(percent, text);
      else note(oneLine(text));
    },
    line(text) {
      clear();
      shown = '';
      note(oneLine(text));
    },
    end: clear,
  };
}
