const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
const ring = circle(12, 12, 9);
const dot = (x: number, y: number): string => `M${x} ${y}h.01`;

/** Icons of frame and design system on a 24 × 24 grid, drawn with one stroke width. */
export const iconPaths = {
  dashboard: 'M4 4h6v8H4zM14 4h6v4h-6zM14 12h6v8h-6zM4 16h6v4H4z',
  sites: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 9.5h18M6.5 7.3h.01M9 7.3h.01',
  wordpress: `${ring}M6.3 9.2l3 7.3 2.7-6.8 2.7 6.8 3-7.3`,
  apps: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  forms: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 8h6M9 12h6M9 16h3',
  db: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  shop: 'M5 8h14l-1 12a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1zM9 10V7a3 3 0 0 1 6 0v3',
  dns: `M12 3v5M12 16v5M5 12h14M5 12v4M19 12v4M9.5 8h5v4h-5zM2.5 16h5v4h-5zM16.5 16h5v4h-5z`,
  bell: 'M6 9a6 6 0 1 1 12 0c0 6 2.5 7 2.5 7h-17S6 15 6 9zM10 20a2.2 2.2 0 0 0 4 0',
  user: `${circle(12, 8, 4)}M4 21c.6-4 3.8-6 8-6s7.4 2 8 6`,
  users: `${circle(9, 8, 3.5)}M2.5 20c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .7 3.2 2.4 3.5 5.1`,
  logout: 'M10 4H5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h5M15 8l4 4-4 4M19 12H9',
  help: `${ring}M9.5 9.3a2.6 2.6 0 1 1 3.6 2.4c-.8.4-1.1.9-1.1 1.8${dot(12, 17)}`,
  search: `${circle(11, 11, 7)}M16 16l5 5`,
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  external: 'M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5',
  copy: 'M9 9h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1zM5 15H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v1',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'check-circle': `${ring}M8 12.3l2.8 2.8L16 9.7`,
  warning: `M12 4l9 16H3zM12 10v4.5${dot(12, 17.3)}`,
  'minus-circle': `${ring}M8 12h8`,
  error: `${ring}M12 7.5v5.5${dot(12, 16.5)}`,
  info: `${ring}M12 11v5.5${dot(12, 7.8)}`,
  'chevron-down': 'M6 9l6 6 6-6',
  'chevron-up': 'M6 15l6-6 6 6',
  'chevron-left': 'M15 6l-6 6 6 6',
  'chevron-right': 'M9 6l6 6-6 6',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  sort: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  more: [5, 12, 19].map((x) => `${circle(x, 12, 0.9)}${dot(x, 12)}`).join(''),
  refresh: 'M20 11a8 8 0 0 0-14.5-4L4 9M4 4v5h5M4 13a8 8 0 0 0 14.5 4l1.5-2M20 20v-5h-5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1l1-13M10 11v6M14 11v6',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  lock: 'M6 11h12a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1zM8 11V8a4 4 0 0 1 8 0v3',
  key: `${circle(8, 15, 4)}M11 12l9-9M16 7l3 3`,
  eye: `M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12z${circle(12, 12, 3)}`,
  'eye-off':
    'M4 4l16 16M9.9 5.8A9.6 9.6 0 0 1 12 5.5C18.4 5.5 22 12 22 12a17 17 0 0 1-3 3.7M6.5 7.5C3.6 9.3 2 12 2 12s3.6 6.5 10 6.5c1.6 0 3-.4 4.2-1M10 10a3 3 0 0 0 4.2 4.2',
  globe: `${ring}M3 12h18M12 3c2.5 2.6 3.7 5.6 3.7 9s-1.2 6.4-3.7 9c-2.5-2.6-3.7-5.6-3.7-9S9.5 5.6 12 3z`,
  server: `M4 4h16v7H4zM4 13h16v7H4z${dot(8, 7.5)}${dot(8, 16.5)}M12 7.5h4M12 16.5h4`,
  sun: `${circle(12, 12, 4)}M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19`,
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  monitor: 'M4 4h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8 20h8M12 16v4',
  card: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 10h18M7 15h3',
  plan: 'M12 3l9 5-9 5-9-5zM3 12.5l9 5 9-5M3 17l9 5 9-5',
  migration: 'M4 8h13M13 4l4 4-4 4M20 16H7M11 12l-4 4 4 4',
  blueprint: 'M4 4h16v16H4zM4 9h16M9 9v11M13 13h4M13 16h4',
  plugin: 'M9 3v4M15 3v4M6 7h12v4a6 6 0 0 1-12 0zM12 17v4',
  theme: `${ring}${dot(8, 10)}${dot(12, 7.5)}${dot(16, 10)}M12 21c-1.5-1-1.5-2.5-.5-3.5s3.5.5 5-1`,
  chat: 'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-6l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  mail: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3.5 6.5L12 13l8.5-6.5',
  settings: `${circle(16, 7, 2)}${circle(8, 17, 2)}M4 7h10M18 7h2M4 17h2M10 17h10`,
  shield: 'M12 3l8 3v6c0 4.5-3.2 7.7-8 9-4.8-1.3-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-4.5',
  clock: `${ring}M12 7v5l3.5 2`,
  calendar: 'M5 5h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM4 10h16M8 3v4M16 3v4',
  download: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9.5l5-5 5 5M4 20h16',
  filter: 'M4 5h16l-6.5 8v6l-3 1.5V13z',
  play: 'M7 4.5l12 7.5-12 7.5z',
  stop: 'M6 6h12v12H6z',
  chart: 'M4 4v16h16M8 16v-5M12.5 16V8M17 16v-3',
  terminal: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM7 10l2.5 2.5L7 15M12.5 15H17',
  book: 'M5 4h6a2 2 0 0 1 1 .5A2 2 0 0 1 13 4h6a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-6l-1 1-1-1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM12 5v15',
  rocket: 'M12 3c3.5 2 5 5.5 5 9l2.5 3v3L15 17H9l-4.5 1v-3L7 12c0-3.5 1.5-7 5-9zM10 20.5h4M12 9h.01',
  overview: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3 10h18M9 10v9',
  home: 'M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  branch: `${circle(7, 5.5, 2)}${circle(7, 18.5, 2)}${circle(17, 8.5, 2)}M7 7.5v9M17 10.5c0 4-10 2-10 6`,
} as const satisfies Record<string, string>;

export type IconName = keyof typeof iconPaths;

export const isIconName = (name: string): name is IconName => Object.hasOwn(iconPaths, name);

/** The icon that a manifest names; a default one for an unknown name. */
/** Icons that point along the text: mirrored where it runs to the left. */
export const points = (name: string): boolean => /^(?:arrow|chevron)-(?:left|right)$|^logout$|^external$/.test(name);

export const iconOf = (name: string): IconName => (isIconName(name) ? name : 'link');
