/** Line icons of the frame: paths in a 24 × 24 box, stroked with the text colour. */
export const FRAME_ICONS = {
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 20a2 2 0 0 0 4 0',
  billing: 'M3 6h18v12H3zM3 10h18M7 15h4',
  chart: 'M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6',
  check: 'M5 13l4 4L19 7',
  chevron: 'M6 9l6 6 6-6',
  close: 'M6 6l12 12M18 6L6 18',
  dashboard: 'M4 13a8 8 0 1 1 16 0M12 13l4-4M4 17h16',
  database: 'M5 6c0-1.7 3-3 7-3s7 1.3 7 3-3 3-7 3-7-1.3-7-3M5 6v12c0 1.7 3 3 7 3s7-1.3 7-3V6M5 12c0 1.7 3 3 7 3s7-1.3 7-3',
  dns: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  forms: 'M5 4h14v16H5zM8 9h8M8 13h8M8 17h4',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.8.4-1 .9-1 1.7M12 17h.01',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3',
  logout: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  migration: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  moon: 'M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10',
  overview: 'M4 5h16v14H4zM4 10h16M9 10v9',
  plans: 'M12 3l8 4-8 4-8-4zM4 12l8 4 8-4M4 17l8 4 8-4',
  plus: 'M12 5v14M5 12h14',
  screen: 'M3 5h18v11H3zM8 20h8M12 16v4',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4 4',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  shop: 'M5 8h14l-1 12H6zM9 8a3 3 0 0 1 6 0',
  sites: 'M3 5h18v14H3zM3 9h18M6 7h.01M9 7h.01',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M5 19l1-1M18 6l1-1',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c1-4 4-5 8-5s7 1 8 5',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
} as const;

export type FrameIcon = keyof typeof FRAME_ICONS;

/** The path of an icon by the name that a manifest gives; a name that nobody knows gets the file. */
export const iconPath = (name: string): string => FRAME_ICONS[name as FrameIcon] ?? FRAME_ICONS.file;
