/* Replaces the federation runtime in a remote: the shell has it already (ADR 0021). */

const nonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? '';
// Libraries that insert styles read the page's nonce here: styled-components and Radix the first, goober the second.
__webpack_nonce__ = nonce;
Object.assign(globalThis, { __nonce__: nonce });

export default (globalThis as unknown as { panelFederation: () => object }).panelFederation();
