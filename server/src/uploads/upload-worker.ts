/** Runs one job in a thread of the pool. What it throws for people is returned, because errors lose their class on the way. */
import type { ErrorCode } from '@panel/contract';
import { PanelError, type ErrorExtra } from '../kernel/errors.ts';
import type { UploadJob, UploadJobs } from './upload-jobs.ts';

export type Refusal = { code: ErrorCode; values: Record<string, string | number>; extra: ErrorExtra };
export type JobAnswer<J extends UploadJob> = { done: UploadJobs[J]['output'] } | { refusal: Refusal };

type Run<J extends UploadJob> = (
  input: UploadJobs[J]['input'],
) => UploadJobs[J]['output'] | Promise<UploadJobs[J]['output']>;

const buffer = ({ buffer: memory, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(memory, byteOffset, byteLength);

/** Each loads its parser when it is needed first. */
const RUNS: { [J in UploadJob]: Run<J> } = {
  async brandImage({ bytes, image }) {
    const { checkImage } = await import('./readers/image-check.ts');
    return checkImage(buffer(bytes), image);
  },
  async builderPicture({ bytes }) {
    const { checkPicture } = await import('./readers/picture-check.ts');
    return checkPicture(buffer(bytes));
  },
  async builderDraft(content) {
    const { cleanDraft } = await import('./readers/clean-html.ts');
    return cleanDraft(content);
  },
  async builderPage(parts) {
    const { renderPage } = await import('./readers/render-site.ts');
    return renderPage(parts);
  },
  async certificate({ certificate, key, hosts, now }) {
    const { readUpload } = await import('../tls/own-certificate.ts');
    return readUpload({ certificate, key }, hosts, now);
  },
  async comparison({ one, other }) {
    const { comparePictures } = await import('../hosting/browser/compare-pictures.ts');
    return comparePictures(buffer(one), buffer(other));
  },
  async customerFile({ file }) {
    const { CustomerFileError, readCustomerFile } = await import('./readers/customer-file.ts');
    try {
      return readCustomerFile(file);
    } catch (error) {
      if (error instanceof CustomerFileError) return { refused: error.message };
      throw error;
    }
  },
  async extension({ kind, file }) {
    const { readExtension } = await import('./readers/extension-header.ts');
    return readExtension(kind, { file });
  },
  async importFiles({ file }) {
    const { planImport } = await import('../archive/import-plan.ts');
    const { listFiles } = await import('../archive/import-files.ts');
    return listFiles(await planImport({ file }));
  },
  async importPlan({ file }) {
    const { planImport } = await import('../archive/import-plan.ts');
    const { kind, files } = await planImport({ file });
    return { kind, fileCount: files.size };
  },
  async zoneFile({ file, zone }) {
    const { parseZoneFile } = await import('../dns/zone-file/parse-zone-file.ts');
    const { ZoneFileError } = await import('../dns/zone-file/tokens.ts');
    try {
      return parseZoneFile(file, zone);
    } catch (error) {
      if (error instanceof ZoneFileError) return { line: error.line, refused: error.message };
      throw error;
    }
  },
};

export default async function run<J extends UploadJob>({
  job,
  input,
}: {
  job: J;
  input: UploadJobs[J]['input'];
}): Promise<JobAnswer<J>> {
  try {
    const start: Run<J> = RUNS[job];
    return { done: await start(input) };
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    const { code, values, extra } = error;
    return { refusal: { code, values, extra } };
  }
}
