/* The table of pages of the remote in the build (an alias). */
declare module 'panel-hot-pages' {
  import type { ComponentType } from 'react';

  export const pages: Readonly<
    Record<string, () => Promise<{ Component: ComponentType; prefetch?: (context: unknown) => void }>>
  >;
}

declare module 'react-refresh/runtime' {
  const runtime: { getFamilyByType: (type: unknown) => unknown; performReactRefresh: () => unknown };
  export default runtime;
}
