import { useEffect, useRef, useState } from 'react';
import type { CallContext } from '@panel/core';

/** What a call gets that sends a file. */
export type UploadOptions = { signal: AbortSignal; upload: NonNullable<CallContext['upload']> };

/** One upload at a time: its progress, and a way to cancel it. It also ends when the page is left. */
export function useUpload() {
  const [percent, setPercent] = useState<number | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function run<Result>(send: (options: UploadOptions) => Promise<Result>): Promise<Result> {
    const ending = new AbortController();
    current.current = ending;
    setPercent(0);
    try {
      return await send({ signal: ending.signal, upload: { progress: setPercent } });
    } finally {
      current.current = null;
      setPercent(null);
    }
  }
  return {
    run,
    /** Null while nothing is uploaded; 100 while the server checks the file. */
    percent,
    cancel: () => current.current?.abort(),
  };
}

/** Whether an upload ended because its user cancelled it. */
export const isCancelled = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
