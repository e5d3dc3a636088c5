import type { DemoTraffic } from './demo-history.ts';

export type DemoSite = {
  name: string;
  title: string;
  type: 'wordpress' | 'site_builder';
  /** Its own domain; without one, its address is below the partner's. */
  domain?: string;
  /** Pages of a static site: path → HTML. */
  files?: Record<string, string>;
  traffic: DemoTraffic;
};

const page = (title: string, ground: string, ink: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { margin: 0; font: 18px/1.6 system-ui, sans-serif; background: ${ground}; color: ${ink}; }
  main { max-width: 42rem; margin: 0 auto; padding: 12vh 1.5rem; }
  h1 { font-size: clamp(2.2rem, 7vw, 3.6rem); line-height: 1.1; margin: 0 0 1rem; }
  a { color: inherit; }
  nav { display: flex; gap: 1.5rem; margin-top: 2rem; }
</style>
</head>
<body><main>${body}</main></body>
</html>
`;

const bakery = (body: string) => page('Rye & Honey', '#fdf6e9', '#5b3413', body);
const studio = (body: string) => page('Studio Lumen', '#10131a', '#e7ecf5', body);

/** The sites of Aurora's first customer: one WordPress and two static sites. */
export const DEMO_SITES: readonly DemoSite[] = [
  {
    name: 'rye-and-honey',
    title: 'Rye & Honey',
    type: 'site_builder',
    traffic: { views: 420, growth: 0.01, requestsPerView: 5, bytesPerRequest: 38_000 },
    files: {
      'index.html': bakery(
        '<h1>Rye &amp; Honey</h1><p>Bread that takes its time. Baked every morning from four grains and a starter older than our oven.</p><nav><a href="/opening-hours.html">Opening hours</a></nav>',
      ),
      'opening-hours.html': bakery(
        '<h1>Opening hours</h1><p>Tuesday to Saturday, 7 am until the shelves are empty.</p><nav><a href="/">Back to the bread</a></nav>',
      ),
    },
  },
  {
    name: 'studio-lumen',
    title: 'Studio Lumen',
    type: 'site_builder',
    traffic: { views: 180, growth: 0.004, requestsPerView: 9, bytesPerRequest: 61_000 },
    // Browsers lead it, and what is below it, to this machine.
    domain: 'studio-lumen.localhost',
    files: {
      'index.html': studio(
        '<h1>Light, drawn well.</h1><p>Studio Lumen plans lighting for libraries, stages and small rooms with big windows.</p><nav><a href="/work.html">Work</a></nav>',
      ),
      'work.html': studio(
        '<h1>Work</h1><p>The reading room of a harbour library. A stage for twelve cellos. One very dark corridor, brightened.</p><nav><a href="/">Home</a></nav>',
      ),
    },
  },
  {
    name: 'field-notes',
    title: 'Field notes',
    type: 'wordpress',
    traffic: { views: 260, growth: 0.02, requestsPerView: 14, bytesPerRequest: 24_000, outageDay: 9 },
  },
];
