/* Stands in for the loading of remotes that a build names. The panel names none: they come from the registry. */
export const remotes = (): void => undefined;
