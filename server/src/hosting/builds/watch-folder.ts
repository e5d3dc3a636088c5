import type { SiteAgent } from '../agent/index.ts';

type Watched = {
  agent: SiteAgent;
  siteId: string;
  folder: string;
  everyMs: number;
  most: { files: number; bytes: number };
  tooMuch(): void;
};

const DEADLINE_MS = 60_000;

/** Measures a folder in which foreign code writes, again and again, in the sandbox. Returns what ends that. */
export function watchFolder({ agent, siteId, folder, everyMs, most, tooMuch }: Watched): () => Promise<void> {
  let over = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const look = async (): Promise<void> => {
    const mount = { siteId, live: folder, tmp: folder };
    const reply = await agent.ask(mount, 'usage', {}, { deadlineMs: DEADLINE_MS, background: true });
    if (over) return;
    if (reply.ok && (reply.value.bytes > most.bytes || reply.value.files > most.files)) return tooMuch();
    next();
  };
  const next = (): void => {
    timer = setTimeout(() => void (looking = look().catch(next)), everyMs);
  };
  next();
  return async () => {
    over = true;
    clearTimeout(timer);
    await looking.catch(() => undefined);
  };
}
