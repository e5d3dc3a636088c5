/** Waits until `read` gives something; fails after the deadline with what was waited for. */
export async function until<T>(what: string, read: () => Promise<T | null | undefined | false>, deadlineMs = 10_000): Promise<T> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`Waited ${deadlineMs} ms for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
