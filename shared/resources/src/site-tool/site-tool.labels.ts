import { t } from '@panel/core';
import type { PhpSetting } from '@panel/core';

const UNITS: readonly (readonly [seconds: number, label: (count: number) => string])[] = [
  [86_400, (count) => t('Every {count, plural, =1 {day} other {# days}}', { count })],
  [3_600, (count) => t('Every {count, plural, =1 {hour} other {# hours}}', { count })],
  [60, (count) => t('Every {count, plural, =1 {minute} other {# minutes}}', { count })],
];
const everySeconds = (count: number): string => t('Every {count, plural, =1 {second} other {# seconds}}', { count });

/** How often an event runs, e.g. `Every 12 hours`; `Once` for one that does not repeat. */
export function intervalLabel(seconds: number | null): string {
  if (seconds === null) return t('Once');
  const [length, label] = UNITS.find(([each]) => seconds >= each && seconds % each === 0) ?? [1, everySeconds];
  return label(seconds / length);
}

/** Whether a log of `bytes` has more lines than this end of it. */
export const isLogCut = (bytes: number, text: string): boolean => bytes > new Blob([text]).size;

/** What people call the folders of a site. */
const FOLDERS: Readonly<Record<string, string>> = {
  public: t('WordPress files'),
  'public/wp-content': t('Content'),
  'public/wp-content/plugins': t('Plugins'),
  'public/wp-content/themes': t('Themes'),
  'public/wp-content/uploads': t('Uploads'),
  data: t('Database'),
};

/** What a folder of a site contains, or nothing for one with any name. */
export const folderLabel = (path: string): string | undefined => FOLDERS[path];

type Setting = {
  label: string;
  help: string;
  /** Values that people choose; the plan decides which are possible. */
  values: readonly number[];
  unit: string;
};

/** The PHP settings of a site, in words. */
export const PHP_SETTING_LABELS: Readonly<Record<PhpSetting, Setting>> = {
  memory_mb: {
    label: t('Memory limit'),
    help: t('For one request. Large imports and page builders need more.'),
    values: [64, 128, 256, 512, 768, 1024, 1536, 2048],
    unit: 'MB',
  },
  upload_mb: {
    label: t('Largest upload'),
    help: t('For one file, and for all files of one request together.'),
    values: [2, 8, 16, 32, 64, 128, 256],
    unit: 'MB',
  },
  execution_seconds: {
    label: t('Execution time'),
    help: t('How long PHP may work on one request.'),
    values: [15, 30, 60, 90, 120, 180],
    unit: 'seconds',
  },
};

/** The choices of a setting within the plan; the current value is always one of them. */
export function phpChoices(name: PhpSetting, current: number, { min, max }: { min: number; max: number }) {
  const { values, unit } = PHP_SETTING_LABELS[name];
  const possible = new Set([...values.filter((value) => value >= min && value <= max), current]);
  return [...possible].sort((a, b) => a - b).map((value) => ({ value: String(value), label: `${value} ${unit}` }));
}
