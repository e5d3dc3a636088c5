/* In a remote, stands in for the federation runtime: the shell has it already (ADR 0021). */
export default (globalThis as unknown as { panelFederation: () => object }).panelFederation();
