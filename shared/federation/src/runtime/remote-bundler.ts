/* Replaces the federation runtime in a remote: the shell already has it (ADR 0021). */
export default (globalThis as unknown as { panelFederation: () => object }).panelFederation();
