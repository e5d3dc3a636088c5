/** Asks the user to prove again who they are; false when they do not want to. */
export type Prover = () => Promise<boolean>;

let prover: Prover | null = null;
let asking: Promise<boolean> | null = null;

/** The shell sets how the user is asked; returns the function that ends it. */
export function setProver(ask: Prover): () => void {
  prover = ask;
  return () => {
    if (prover === ask) prover = null;
  };
}

/** Asks for a proof, once for all calls that wait for one. False where nothing can ask. */
export function askForProof(): Promise<boolean> {
  asking ??= (prover?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
