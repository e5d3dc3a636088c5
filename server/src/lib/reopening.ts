/** Something that is opened when it is first needed, and again after it was closed or could not be opened. */
export function reopening<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
): { get(): Promise<T>; close(): Promise<void> } {
  let current: Promise<T> | null = null;
  return {
    get() {
      const opening = (current ??= open());
      opening.catch(() => {
        if (current === opening) current = null;
      });
      return opening;
    },
    async close() {
      const last = current;
      current = null;
      await (await last)?.close();
    },
  };
}
