/** The parts of the suite http-cache-tests that the command uses; the package has no types. */
declare module 'http-cache-tests/client/runner.mjs' {
  export function runTests(
    suites: readonly unknown[],
    fetch: unknown,
    isBrowser: boolean,
    baseUrl: string,
    chunkSize?: number,
  ): Promise<void>;
  export function getResults(): Record<string, true | [kind: string, message: string]>;
}
declare module 'http-cache-tests/tests/index.mjs' {
  type Test = {
    id: string;
    name: string;
    kind?: 'required' | 'optimal' | 'check';
    depends_on?: string[];
    browser_only?: boolean;
    dump?: boolean;
  };
  type Suite = { id: string; name: string; tests: Test[] };
  const suites: Suite[];
  export default suites;
}
declare module 'http-cache-tests/tests/surrogate-control.mjs' {
  import type suites from 'http-cache-tests/tests/index.mjs';

  const suite: (typeof suites)[number];
  export default suite;
}
declare module 'http-cache-tests/results/index.mjs' {
  const results: { file: string; name: string; type: 'browser' | 'rev-proxy' | 'cdn'; version: string }[];
  export default results;
}
declare module 'http-cache-tests/server/handle-config.mjs' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export default function handle(path: string[], req: IncomingMessage, res: ServerResponse): void;
}
declare module 'http-cache-tests/server/handle-state.mjs' {
  export { default } from 'http-cache-tests/server/handle-config.mjs';
}
declare module 'http-cache-tests/server/handle-test.mjs' {
  export { default } from 'http-cache-tests/server/handle-config.mjs';
}
