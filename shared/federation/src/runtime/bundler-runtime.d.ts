/* The library's functions for generated code; only that code knows their types. */
declare module '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js' {
  export const attachShareScopeMap: (webpackRequire: unknown) => void;
}
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  export const consumes: (options: unknown) => void;
}
declare module '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js' {
  export const initContainerEntry: (options: unknown) => unknown;
}
declare module '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js' {
  export const initializeSharing: (options: unknown) => unknown;
}
declare module '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js' {
  export const installInitialConsumes: (options: unknown) => unknown;
}
/** Webpack writes this as the nonce of what its runtime inserts. */
declare let __webpack_nonce__: string;
