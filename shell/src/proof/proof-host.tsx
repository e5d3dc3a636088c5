import { lazy, Suspense, useEffect, useState } from 'react';
import { setProver } from '@panel/core';

const ProofDialog = lazy(() => import('./proof-dialog.tsx'));

/** Asks the user to prove again who they are when a call needs it (`stepUp` in the contract). */
export function ProofHost() {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null);
  useEffect(
    () =>
      setProver(
        () =>
          new Promise((resolve) => {
            setAnswer(() => resolve);
          }),
      ),
    [],
  );
  if (!answer) return null;
  const end = (isProved: boolean) => {
    setAnswer(null);
    answer(isProved);
  };
  return (
    <Suspense fallback={null}>
      <ProofDialog onProved={() => end(true)} onClose={() => end(false)} />
    </Suspense>
  );
}
