import type { Compiler } from 'webpack';

/** Global function of the shell (shell/src/boot/integrity.ts): gives an element the hash that its file must have. */
export const INTEGRITY_FUNCTION = 'panelIntegrity';

/**
 * Every script and style that webpack's runtime loads passes the shell's check first: what is in no signed manifest does
 * not run (ADR 0020). A page without the shell's function loads nothing at all.
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
