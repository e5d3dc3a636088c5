/*
 * Development only, first in the shell: a hook with which React registers itself. A remote loads the refresh runtime
 * long after React has started, and finds React through it.
 */
type Renderer = { scheduleRefresh?: unknown };
type Hook = { renderers: Map<number, Renderer>; supportsFiber: true; inject: (renderer: Renderer) => number } & Record<
  string,
  unknown
>;

const scope = globalThis as { __REACT_DEVTOOLS_GLOBAL_HOOK__?: Hook };
const ignore = () => undefined;

scope.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= {
  renderers: new Map<number, Renderer>(),
  supportsFiber: true,
  inject(renderer) {
    const id = this.renderers.size + 1;
    this.renderers.set(id, renderer);
    return id;
  },
  onScheduleFiberRoot: ignore,
  onCommitFiberRoot: ignore,
  onCommitFiberUnmount: ignore,
};
