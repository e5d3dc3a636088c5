import type { Compiler } from 'webpack';

/** Global function of the shell (shell/src/boot/integrity.ts) that sets an element's integrity hash. */
export const INTEGRITY_FUNCTION = 'panelIntegrity';

/**
 * Every script and style that webpack's runtime loads passes the shell's check first: files that are in no signed
 * manifest do not run (ADR 0020). A page without the shell's function loads nothing.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    const { runtime, web } = compiler.webpack;
    // Webpack treats any element with this attribute as its own, from any version.
    const checked = (element: string) => (code: string) =>
      `${code}\n${element}.removeAttribute("data-webpack");${INTEGRITY_FUNCTION}(${element});`;
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'IntegrityPlugin',
        checked('script'),
      );
      web.CssLoadingRuntimeModule.getCompilationHooks(compilation).createStylesheet.tap(
        'IntegrityPlugin',
        checked('link'),
      );
    });
  }
}
