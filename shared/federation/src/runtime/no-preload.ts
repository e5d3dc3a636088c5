/* Stands in for the runtime's own preloading, which reads snapshots. The shell preloads what the registry lists. */
const none = (): never[] => [];
export const defaultPreloadArgs = {};
export const formatPreloadArgs = none;
export const normalizePreloadExposes = none;
export const preloadAssets = none;
