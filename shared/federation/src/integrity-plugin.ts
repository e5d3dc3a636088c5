import type { Compilation, Compiler } from 'webpack';

/** Global function of the shell (shell/src/boot/integrity.ts) that sets an element's integrity hash. */
export const INTEGRITY_FUNCTION = 'panelIntegrity';

type Hook = { tap: (name: string, add: (code: string) => string) => void };
/** Rspack has one object with the hooks of all elements. */
type Rspack = { getCompilationHooks: (compilation: Compilation) => { createScript: Hook; createLink: Hook } };

/** The hooks for the code that creates scripts and styles, and the attribute with which that code marks its elements. */
function hooksOf({ webpack }: Compiler, compilation: Compilation): { script: Hook; link: Hook; mark: string } {
  const { RuntimePlugin: rspack } = webpack as { RuntimePlugin?: Rspack };
  if (rspack) {
    const { createScript, createLink } = rspack.getCompilationHooks(compilation);
    return { script: createScript, link: createLink, mark: 'data-rspack' };
  }
  const { LoadScriptRuntimeModule } = webpack.runtime;
  const { CssLoadingRuntimeModule } = webpack.web;
  return {
    script: LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript,
    link: CssLoadingRuntimeModule.getCompilationHooks(compilation).createStylesheet,
    mark: 'data-webpack',
  };
}

/**
 * Every script and style that the runtime of webpack or Rspack loads passes the shell's check first: files that are in
 * no signed manifest do not run (ADR 0020). A page without the shell's function loads nothing.
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const { script, link, mark } = hooksOf(compiler, compilation);
      // The bundler treats any element with this attribute as its own, from any version.
      const checked = (element: string) => (code: string) =>
        `${code}\n${element}.removeAttribute("${mark}");${INTEGRITY_FUNCTION}(${element});`;
      script.tap('IntegrityPlugin', checked('script'));
      link.tap('IntegrityPlugin', checked('link'));
    });
  }
}
