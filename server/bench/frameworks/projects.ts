/** A project as others write it: made by the tool of its framework, or the smallest one of its documentation. */
export type Project = {
  name: string;
  /** What the page of `/` has in it. */
  answers: RegExp;
  /** The folder of the application in its repository, for monorepos. */
  root?: string;
} & ({ tool: readonly string[] } | { files: Readonly<Record<string, string>> });

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const viteOf = (name: string, template: string): Project => ({
  name,
  tool: ['create-vite@9.3.0', 'project', '--template', template, '--no-interactive'],
  answers: /<div id="(?:root|app)">/,
});

// Without the fonts that its other template fetches from Google while it builds.
const next = ['create-next-app@16.4.3', 'project', '--yes', '--ts', '--empty', '--skip-install', '--disable-git'];

const workspaceFiles = {
  'packages/words/package.json': json({
    ...{ name: '@example/words', version: '1.0.0', type: 'module' },
    exports: './index.js',
  }),
  'packages/words/index.js': "export const greeting = 'from a workspace';\n",
  'apps/web/index.html':
    '<!doctype html><title>Web</title><div id="app"></div><script type="module" src="/main.js"></script>\n',
  'apps/web/main.js':
    "import { greeting } from '@example/words';\ndocument.getElementById('app').textContent = greeting;\n",
};
const web = (words: string) =>
  json({
    ...{ name: 'web', private: true, type: 'module', scripts: { build: 'vite build' } },
    ...{ dependencies: { '@example/words': words }, devDependencies: { vite: '^8' } },
  });

/** Those whose templates are in the npm registry are made by their tools. */
export const projects: readonly Project[] = [
  viteOf('Vite, React', 'react-ts'),
  viteOf('Vite, Vue', 'vue-ts'),
  viteOf('Vite, Svelte', 'svelte-ts'),
  { name: 'Next.js, server', tool: next, answers: /<html/ },
  {
    name: 'Express generator',
    tool: ['express-generator@4.16.1', '--no-view', 'project'],
    answers: /Express/,
  },
  {
    name: 'Nest',
    tool: ['@nestjs/cli@12.0.8', 'new', 'project', '--skip-install', '--skip-git', '--package-manager', 'npm'],
    answers: /Hello World!/,
  },
  {
    name: 'Next.js, static',
    answers: /static next/,
    files: {
      'package.json': json({
        ...{ name: 'static-next', private: true, scripts: { build: 'next build' } },
        dependencies: { next: '^16', react: '^19', 'react-dom': '^19' },
      }),
      'next.config.mjs': "export default { output: 'export' };\n",
      'app/layout.js':
        'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
      'app/page.js': 'export default function Page() {\n  return <h1>static next</h1>;\n}\n',
    },
  },
  {
    name: 'Astro',
    answers: /made by Astro/,
    files: {
      'package.json': json({
        ...{ name: 'an-astro', private: true, type: 'module', scripts: { build: 'astro build' } },
        dependencies: { astro: '*' },
      }),
      'src/pages/index.astro':
        '---\nconst who = "Astro";\n---\n<html lang="en"><body><h1>made by {who}</h1></body></html>\n',
    },
  },
  {
    name: 'Eleventy',
    answers: /made by Eleventy/,
    files: {
      'package.json': json({
        ...{ name: 'an-eleventy', private: true, scripts: { build: 'eleventy' } },
        devDependencies: { '@11ty/eleventy': '^3' },
      }),
      'index.md': '# made by Eleventy\n',
    },
  },
  {
    name: 'Hono',
    answers: /Hello Hono/,
    files: {
      'package.json': json({
        ...{ name: 'a-hono', private: true, type: 'module', scripts: { start: 'node index.js' } },
        dependencies: { hono: '^4', '@hono/node-server': '*' },
      }),
      'index.js':
        "import { serve } from '@hono/node-server';\nimport { Hono } from 'hono';\nconst app = new Hono();\napp.get('/', (c) => c.text('Hello Hono'));\nserve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });\n",
    },
  },
  {
    name: 'Nuxt',
    answers: /made by Nuxt/,
    files: {
      'package.json': json({
        ...{ name: 'a-nuxt', private: true, type: 'module', scripts: { build: 'nuxt build' } },
        dependencies: { nuxt: '^4', vue: '*', 'vue-router': '*' },
      }),
      'app/app.vue': '<template><h1>made by Nuxt</h1></template>\n',
      'nuxt.config.ts': "export default defineNuxtConfig({ compatibilityDate: '2025-07-15', telemetry: false });\n",
    },
  },
  {
    name: 'React Router',
    answers: /made by React Router/,
    files: {
      'package.json': json({
        ...{ name: 'a-router', private: true, type: 'module' },
        scripts: { build: 'react-router build', start: 'react-router-serve ./build/server/index.js' },
        dependencies: {
          ...{ '@react-router/node': '8.4.0', '@react-router/serve': '8.4.0', 'react-router': '8.4.0' },
          ...{ react: '^19', 'react-dom': '^19', isbot: '^5' },
        },
        devDependencies: { '@react-router/dev': '8.4.0', vite: '^8' },
      }),
      'vite.config.js':
        "import { reactRouter } from '@react-router/dev/vite';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [reactRouter()] });\n",
      'react-router.config.js': 'export default { ssr: true };\n',
      'app/routes.js': "import { index } from '@react-router/dev/routes';\nexport default [index('home.jsx')];\n",
      'app/home.jsx': 'export default function Home() {\n  return <h1>made by React Router</h1>;\n}\n',
      'app/root.jsx':
        'import { Links, Meta, Outlet, Scripts } from \'react-router\';\nexport default function Root() {\n  return (\n    <html lang="en">\n      <head><Meta /><Links /></head>\n      <body><Outlet /><Scripts /></body>\n    </html>\n  );\n}\n',
    },
  },
  {
    name: 'SvelteKit',
    answers: /made by SvelteKit/,
    files: {
      'package.json': json({
        ...{ name: 'a-kit', private: true, type: 'module', scripts: { build: 'vite build' } },
        devDependencies: {
          ...{ '@sveltejs/adapter-node': '*', '@sveltejs/kit': '*', '@sveltejs/vite-plugin-svelte': '*' },
          ...{ svelte: '^5', vite: '*' },
        },
      }),
      'vite.config.js':
        "import adapter from '@sveltejs/adapter-node';\nimport { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\nexport default defineConfig({ plugins: [sveltekit({ adapter: adapter() })] });\n",
      'src/app.html':
        '<!doctype html>\n<html lang="en">\n  <head>%sveltekit.head%</head>\n  <body><div>%sveltekit.body%</div></body>\n</html>\n',
      'src/routes/+page.svelte': '<h1>made by SvelteKit</h1>\n',
    },
  },
  {
    name: 'npm workspace',
    root: 'apps/web',
    answers: /<div id="app">/,
    files: {
      ...workspaceFiles,
      'package.json': json({ name: 'all', private: true, workspaces: ['apps/*', 'packages/*'] }),
      'apps/web/package.json': web('*'),
    },
  },
  {
    name: 'pnpm workspace',
    root: 'apps/web',
    answers: /<div id="app">/,
    files: {
      ...workspaceFiles,
      'package.json': json({ name: 'all', private: true, packageManager: 'pnpm@10.20.0' }),
      'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - packages/*\n',
      'apps/web/package.json': web('workspace:*'),
    },
  },
];
