import {
  CUSTOMER_IMPORT_BYTES,
  type BrandImage,
  type BuilderContent,
  type BuilderPage,
  type ExtensionKind,
  type HelpBlock,
} from '@panel/contract';
import type { ImportFiles } from '../archive/import-files.ts';
import type { TarToZip } from '../archive/tar-to-zip.ts';
import type { ParsedZone } from '../dns/zone-file/parse-zone-file.ts';
import type { DirectoryAnswer, DirectoryBytes } from '../hosting/directory/directory-entry.ts';
import type { CustomerFile } from './readers/customer-file.ts';
import type { ExtensionFacts } from './readers/extension-header.ts';
import type { ImageCheck } from './readers/image-check.ts';
import type { InvoicePaper } from './readers/invoice-pdf.ts';
import type { PictureKind } from './readers/picture-check.ts';
import type { PageParts } from './readers/render-site.ts';
import type { Upload, UploadProblem } from '../tls/own-certificate.ts';

type Job<Input, Output> = { input: Input; output: Output };

/** Input and output of each job; both are copied between threads. */
export type UploadJobs = {
  accountZip: Job<{ folder: string; names: readonly string[]; to: string }, { size: number; sha256: string }>;
  brandImage: Job<{ bytes: Uint8Array; image: BrandImage }, ImageCheck>;
  builderPicture: Job<{ bytes: Uint8Array }, PictureKind | { refused: string }>;
  builderDraft: Job<BuilderContent, BuilderContent>;
  builderPage: Job<{ lang: string; page: BuilderPage } & PageParts, string>;
  certificate: Job<{ certificate: string; key: string; hosts: readonly string[]; now: Date }, Upload | UploadProblem>;
  comparison: Job<{ one: Uint8Array; other: Uint8Array }, { differing: number; marked: Uint8Array }>;
  customerFile: Job<{ file: Uint8Array }, CustomerFile | { refused: string }>;
  directoryAnswer: Job<DirectoryBytes, DirectoryAnswer>;
  extension: Job<{ kind: ExtensionKind; file: string }, ExtensionFacts>;
  helpArticle: Job<{ markdown: string }, { blocks: HelpBlock[]; words: string }>;
  importFiles: Job<{ file: string }, ImportFiles>;
  importPlan: Job<{ file: string }, { kind: 'wordpress' | 'static'; fileCount: number }>;
  invoicePdf: Job<InvoicePaper, Uint8Array>;
  machineRequest: Job<{ csr: string }, { key: Uint8Array } | null>;
  tarHead: Job<{ file: string }, void>;
  tarToZip: Job<TarToZip, { files: number }>;
  zoneFile: Job<{ file: Uint8Array; zone: string }, ParsedZone | { line: number; refused: string }>;
};
export type UploadJob = keyof UploadJobs;

export type JobLimits = {
  /** For people, at the beginning of a sentence. */
  what: string;
  /** Of all texts and bytes of the input together; a file on disk counts with its name. */
  inputBytes: number;
  /** From the moment when the input is read; its thread ends then. */
  deadlineMs: number;
  /** Takes minutes: a thread is left for the jobs that somebody waits for. */
  isLong?: true;
};

const KB = 1024;
const MB = 1024 * KB;

/** Every job that reads what customers upload, or prints what they typed. The lint allows parsers of foreign formats in their modules alone. */
export const UPLOAD_JOBS: Readonly<Record<UploadJob, JobLimits>> = {
  accountZip: { what: 'The archive', inputBytes: 4 * KB, deadlineMs: 120_000 },
  brandImage: { what: 'The image', inputBytes: MB, deadlineMs: 5000 },
  builderPicture: { what: 'The picture', inputBytes: 6 * MB, deadlineMs: 5000 },
  builderDraft: { what: 'The draft', inputBytes: 3 * MB, deadlineMs: 10_000 },
  builderPage: { what: 'The page', inputBytes: MB, deadlineMs: 5000 },
  certificate: { what: 'The certificate', inputBytes: MB, deadlineMs: 5000 },
  comparison: { what: 'The comparison of pictures', inputBytes: 64 * MB, deadlineMs: 30_000 },
  customerFile: { what: 'The file', inputBytes: CUSTOMER_IMPORT_BYTES, deadlineMs: 10_000 },
  directoryAnswer: { what: 'The answer of the directory', inputBytes: 5 * MB, deadlineMs: 5000 },
  extension: { what: 'The archive', inputBytes: 4 * KB, deadlineMs: 60_000 },
  helpArticle: { what: 'The text', inputBytes: MB, deadlineMs: 5000 },
  importFiles: { what: 'The archive', inputBytes: 4 * KB, deadlineMs: 30_000 },
  importPlan: { what: 'The archive', inputBytes: 4 * KB, deadlineMs: 30_000 },
  invoicePdf: { what: 'The invoice', inputBytes: 2 * MB, deadlineMs: 15_000 },
  machineRequest: { what: 'The certificate request', inputBytes: 16 * KB, deadlineMs: 5000 },
  tarHead: { what: 'The archive', inputBytes: 4 * KB, deadlineMs: 30_000 },
  tarToZip: { what: 'The archive', inputBytes: 4 * KB, deadlineMs: 600_000, isLong: true },
  zoneFile: { what: 'The zone file', inputBytes: 2 * MB, deadlineMs: 10_000 },
};
