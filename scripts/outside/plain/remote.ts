import { defineManifest } from '@panel/contract/manifest';

/** The builds of this remote, each with an address of its own. */
export const TOOLS = ['webpack', 'rspack', 'other'] as const;
export type Tool = (typeof TOOLS)[number];

export const idOf = (tool: Tool) => `mf-weather-${tool}` as const;

export const manifestOf = (tool: Tool) =>
  defineManifest({
    id: idOf(tool),
    name: 'Weather',
    routes: [
      { path: `/weather-${tool}`, page: 'weather', title: 'Weather', audience: 'customer', layout: 'dashboard' },
    ],
    menu: [],
    slots: [{ slot: 'dashboard.cards', part: 'weather-card', order: 90, audience: 'customer' }],
  });

/** A team whose package.json has the range itself needs no `requiredVersion`. */
const ONE_REACT = { singleton: true, requiredVersion: '^19.0.0' };

/** Options of ModuleFederationPlugin, as its documentation has them. */
export const federationOf = (tool: Tool) => ({
  name: idOf(tool).replaceAll('-', '_'),
  filename: 'remoteEntry.js',
  exposes: { './weather': './src/weather.tsx', './weather-card': './src/weather-card.tsx' },
  shared: { react: ONE_REACT, 'react-dom': ONE_REACT, zustand: {} },
  dts: false,
});

/** What webpack and Rspack have in common. */
export const common = (loader: string) => ({
  mode: 'production' as const,
  context: import.meta.dirname,
  entry: {},
  output: { publicPath: 'auto' },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/,
        use: {
          loader,
          options: {
            jsc: { parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
          },
        },
      },
      { test: /\.css$/, type: 'css' as const },
    ],
  },
});
