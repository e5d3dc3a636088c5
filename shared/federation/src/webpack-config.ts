import { dirname, extname, join } from 'node:path';
import { createRequire } from 'node:module';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import webpack, {
  type Configuration,
  type FileCacheOptions,
  type RuleSetRule,
  type WebpackPluginInstance,
} from 'webpack';
import { ContentHashFixPlugin } from './content-hash-fix.ts';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { minimizer } from './minimizer.ts';
import { cacheOf, containerOf, distOf, SHELL, type Package } from './packages.ts';
import { sharedFor } from './shared-modules.ts';
import { STANDARD_ENTRY, StandardEntryPlugin } from './standard-entry.ts';

const resolveHere = createRequire(import.meta.url).resolve;

export type Mode = 'production' | 'development';
export type ConfigOptions = {
  mode?: Mode;
  outDir?: string;
  /** Hot reload: in a shell of mode development, or in any running panel (runtime/hot). */
  hot?: false | 'own-shell' | 'any-shell';
};

/** Name of the chunk with a remote's table of pages. */
export const EXPOSED = 'remote';

/** The entry's name during development. */
export const HOT_ENTRY = 'remote-entry.js';

/** A neighbouring file, which is TypeScript here and JavaScript in the installed package. */
const beside = (...names: string[]): string => `${join(import.meta.dirname, ...names)}${extname(import.meta.filename)}`;

const REFRESH_HOOK = beside('runtime', 'refresh-hook');
/** Replaces the JSX runtime and the table of pages, where React is a production build. */
const HOT_RUNTIME = join(import.meta.dirname, 'runtime', 'hot');

/** TypeScript and JSX of our own packages; node_modules are already compiled. */
function scriptRule(mode: Mode, hot: ConfigOptions['hot']): RuleSetRule {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    use: {
      loader: resolveHere('swc-loader'),
      options: {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: {
            react: {
              runtime: 'automatic',
              development: mode === 'development',
              refresh: Boolean(hot),
              ...(hot === 'any-shell' ? { importSource: HOT_RUNTIME } : {}),
            },
          },
        },
        module: { type: 'es6' },
      },
    },
  };
}

/**
 * In compiled form it is a strict ES module to webpack, which then supports neither `module.hot` nor names without an
 * extension.
 */
const hotRuntimeRule: RuleSetRule = {
  include: HOT_RUNTIME,
  type: 'javascript/auto',
  resolve: { fullySpecified: false },
};

/**
 * The plugin's generated code uses our own small runtime, loaded once in the shell (ADR 0021). The files replace the
 * library's by name.
 */
function leanRuntime(isShell: boolean): Record<string, string> {
  const enhanced = createRequire(resolveHere('@module-federation/enhanced/webpack'));
  const tools = createRequire(enhanced.resolve('@module-federation/runtime-tools'));
  const bundler = dirname(tools.resolve('@module-federation/webpack-bundler-runtime'));
  if (!isShell) return { [join(bundler, 'bundler.js')]: beside('runtime', 'remote-bundler') };
  return {
    [join(bundler, 'bundler.js')]: beside('runtime', 'shell-bundler'),
    '@module-federation/enhanced/runtime$': beside('runtime', 'shell-runtime'),
    '@module-federation/webpack-bundler-runtime/dist': bundler,
  };
}

/**
 * React Router's package names only its development files; those for production lie beside them. Only the shell, and
 * the single bundle of the comparison, contain a router.
 */
export function productionRouter(shell: Package): Record<string, string> {
  const core = createRequire(createRequire(join(shell.folder, 'package.json')).resolve('@panel/core'));
  const router = createRequire(core.resolve('react-router-dom')).resolve('react-router');
  const production = join(dirname(router), '..', 'production');
  return {
    'react-router$': join(production, 'index.mjs'),
    'react-router/dom$': join(production, 'dom-export.mjs'),
  };
}

/**
 * Positions of the sources, for stacks at /admin/releases. No script names its map, because browsers of customers would
 * request it, and no map contains the sources.
 */
const sourceMaps = () =>
  new webpack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: '[resource-path]',
  });

/** Bundles what a remote's standard entry brings for hosts that are not the panel. */
const hostRuntime = (): Configuration => ({
  mode: 'production',
  target: ['web', 'es2022'],
  entry: beside('runtime', 'host-bundler'),
  resolve: { extensions: ['.ts', '.js'], alias: leanRuntime(true) },
  module: { rules: [scriptRule('production', false)] },
  optimization: { minimizer: [minimizer()] },
  performance: false,
});

/** Common configuration of all builds, including the single bundle of the comparison. */
export function baseConfig(
  { id: name, folder }: Package,
  { mode = 'production', outDir, hot = false }: ConfigOptions,
): Configuration {
  const cache = cacheOf(folder);
  return {
    name,
    mode,
    target: ['web', 'es2022'],
    devtool: mode === 'production' ? false : 'cheap-module-source-map',
    output: {
      path: outDir ?? join(folder, 'dist'),
      // The script's own address contains the version, which is only known after the build.
      publicPath: 'auto',
      uniqueName: name.replaceAll('-', '_'),
      filename: hot ? '[name].js' : '[name].[contenthash:10].js',
      chunkFilename: hot ? '[name].js' : '[name].[contenthash:10].js',
      cssFilename: hot ? '[name].css' : '[name].[contenthash:10].css',
      cssChunkFilename: hot ? '[name].css' : '[name].[contenthash:10].css',
      assetModuleFilename: hot ? '[name][ext]' : '[name].[contenthash:10][ext]',
      clean: false,
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: { rules: [scriptRule(mode, hot), ...(hot === 'any-shell' ? [hotRuntimeRule] : [])] },
    experiments: { css: true },
    optimization: {
      minimizer: [minimizer()],
      // Broken code is not sent: the page stays unchanged until the code compiles.
      ...(hot ? { emitOnErrors: false } : {}),
      chunkIds: 'deterministic',
      moduleIds: mode === 'production' ? 'deterministic' : 'named',
    },
    plugins: [new IntegrityPlugin() as unknown as WebpackPluginInstance],
    cache: {
      type: 'filesystem',
      cacheDirectory: join(cache, 'webpack'),
      name: `${name}-${mode}${hot ? `-hot-${hot}` : ''}`,
      buildDependencies: {
        config: [import.meta.filename, beside('shared-modules'), beside('integrity-plugin'), beside('minimizer')],
      },
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'none',
  };
}

/** One configuration for the shell and every remote, with all their differences. */
export function configFor(target: Package, options: ConfigOptions = {}): Configuration {
  const { id, folder } = target;
  const isShell = id === SHELL;
  const { mode = 'production', hot = false } = options;
  /** For other hosts too. */
  const isStandard = !isShell && !hot;
  const base = baseConfig(target, { outDir: distOf(target), ...options });
  const source = join(folder, 'src');
  const ownPages = join(source, 'pages.ts');
  const alias = {
    ...leanRuntime(isShell),
    ...(isShell && mode === 'production' ? productionRouter(target) : {}),
    ...(hot === 'any-shell' ? { 'panel-hot-pages': ownPages } : {}),
  };
  return {
    ...base,
    context: folder,
    entry: isShell ? { shell: [...(mode === 'development' ? [REFRESH_HOOK] : []), join(source, 'index.ts')] } : {},
    resolve: { ...base.resolve, alias },
    // The table of pages is a few lines: inside the entry it needs no separate request.
    optimization: {
      ...base.optimization,
      ...(isShell || hot
        ? {}
        : {
            splitChunks: {
              cacheGroups: { pages: { test: ownPages, name: containerOf(id), chunks: 'async', enforce: true } },
            },
          }),
    },
    // Webpack caches resolutions, and does not notice a changed alias.
    cache: { ...(base.cache as FileCacheOptions), version: JSON.stringify(alias) },
    plugins: [
      ...(base.plugins ?? []),
      new webpack.DefinePlugin({ PANEL_PACKAGE: JSON.stringify(id) }),
      ...(mode === 'production' ? [sourceMaps()] : []),
      new ContentHashFixPlugin() as unknown as WebpackPluginInstance,
      new ModuleFederationPlugin({
        name: containerOf(id),
        ...(isShell
          ? { remotes: {} }
          : {
              filename: hot ? HOT_ENTRY : 'remote-entry.[contenthash:10].js',
              exposes: {
                './remote': {
                  import: [hot === 'any-shell' ? beside('runtime', 'hot', 'pages') : ownPages],
                  name: EXPOSED,
                },
              },
            }),
        shareStrategy: 'loaded-first',
        shared: sharedFor(target, mode),
        manifest: isStandard && {
          additionalData: ({ stats }) => {
            stats.metaData.remoteEntry.name = STANDARD_ENTRY;
          },
        },
        dts: false,
        dev: false,
        experiments: {
          // A remote never loads another remote.
          optimization: { target: 'web', disableSnapshot: true, disableRemote: !isShell },
        },
      }) as unknown as WebpackPluginInstance,
      ...(isStandard ? [new StandardEntryPlugin(containerOf(id), hostRuntime())] : []),
      ...(hot
        ? [
            new ReactRefreshPlugin({
              overlay: false,
              library: containerOf(id),
              exclude: [/node_modules/, HOT_RUNTIME],
            }) as WebpackPluginInstance,
          ]
        : []),
    ],
  };
}
