import { formatNumber, t } from '@panel/core';
import type { LimitHit, SiteOverview } from '@panel/core';

type Limits = SiteOverview['limits'];

const MB = 1024 * 1024;

/** How sizes are written: `formatBytes` of @panel/ui, which is above this package. */
type FormatBytes = (bytes: number) => string;
type Label = { title: string; text: string };

const HITS: Readonly<Record<LimitHit['kind'], (limits: Limits, size: (mb: number) => string) => Label>> = {
  memory: ({ memoryMb }, size) => ({
    title: t('Memory'),
    text: t('The site used more than {size} and was restarted. Look for a plugin that loads too much at once.', {
      size: size(memoryMb),
    }),
  }),
  cpu: () => ({
    title: t('Processor'),
    text: t(
      'The site kept running after all visitors had left and was restarted. Look for a plugin that runs in the background.',
    ),
  }),
  processes: ({ processes }) => ({
    title: t('Processes'),
    text: t('The site tried to run more than {processes} processes at once.', { processes }),
  }),
  files: ({ openFiles }) => ({
    title: t('Open files'),
    text: t('The site tried to open more than {openFiles} files at once.', { openFiles }),
  }),
  fileSize: ({ fileSizeMb }, size) => ({
    title: t('File size'),
    text: t('The site tried to write a file larger than {size}.', { size: size(fileSizeMb) }),
  }),
  disk: ({ diskMb, maxFiles }, size) => ({
    title: t('Disk space'),
    text: t(
      'The site reached {size} or {files, number} files and cannot save anything new. Choose a larger plan or delete the site; its visitors can still read it.',
      { size: size(diskMb), files: maxFiles },
    ),
  }),
  time: ({ requestSeconds }) => ({
    title: t('Request time'),
    text: t('A request took longer than {requestSeconds} seconds and was stopped.', { requestSeconds }),
  }),
  requests: ({ concurrentRequests }) => ({
    title: t('Requests at once'),
    text: t('More than {concurrentRequests} requests arrived at once, and some visitors were asked to try again.', {
      concurrentRequests,
    }),
  }),
  mails: ({ mailsPerHour }) => ({
    title: t('Emails'),
    text: t('The site tried to send more than {mailsPerHour} emails in an hour.', { mailsPerHour }),
  }),
  network: () => ({
    title: t('Network'),
    text: t('The site tried to reach a private address. This is always blocked.'),
  }),
};

/** The limit a site hit, what the panel did, and what the customer can do. */
export const limitHitLabel = ({ kind }: Pick<LimitHit, 'kind'>, limits: Limits, format: FormatBytes): Label =>
  HITS[kind](limits, (mb) => format(mb * MB));

/** The plan's limits as rows: label and value. */
export const limitRows = (limits: Limits, format: FormatBytes): { key: string; label: string; value: string }[] => [
  { key: 'memory', label: t('Memory'), value: format(limits.memoryMb * MB) },
  {
    key: 'cpu',
    label: t('Processor'),
    value: t('{count, plural, one {# core} other {# cores}}', { count: limits.cpuPercent / 100 }),
  },
  { key: 'fileSize', label: t('Largest file'), value: format(limits.fileSizeMb * MB) },
  { key: 'files', label: t('Files'), value: formatNumber(limits.maxFiles) },
  { key: 'requests', label: t('Requests at once'), value: String(limits.concurrentRequests) },
  {
    key: 'time',
    label: t('Time per request'),
    value: t('{count, plural, one {# second} other {# seconds}}', { count: limits.requestSeconds }),
  },
  { key: 'mails', label: t('Emails'), value: t('{mailsPerHour} an hour', { mailsPerHour: limits.mailsPerHour }) },
];
