/** Runs one job in a thread of the pool. What it throws for people is returned, because errors lose their class on the way. */
import type { MessagePort } from 'node:worker_threads';
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

/** Each loads its parser when it is needed first, and returns what reads with it. */
const LOADS: { [J in UploadJob]: () => Promise<Run<J>> } = {
  async accountZip() {
    const { packZip } = await import('./readers/pack-zip.ts');
    return packZip;
  },
  async brandImage() {
    const { checkImage } = await import('./readers/image-check.ts');
    return ({ bytes, image }) => checkImage(buffer(bytes), image);
  },
  async builderPicture() {
    const { checkPicture } = await import('./readers/picture-check.ts');
    return ({ bytes }) => checkPicture(buffer(bytes));
  },
  async builderDraft() {
    const { cleanDraft } = await import('./readers/clean-html.ts');
    return cleanDraft;
  },
  async builderPage() {
    const { renderPage } = await import('./readers/render-site.ts');
    return renderPage;
  },
  async certificate() {
    const { readUpload } = await import('../tls/own-certificate.ts');
    return ({ certificate, key, hosts, now }) => readUpload({ certificate, key }, hosts, now);
  },
  async comparison() {
    const { comparePictures } = await import('../hosting/browser/compare-pictures.ts');
    return ({ one, other }) => comparePictures(buffer(one), buffer(other));
  },
  async customerFile() {
    const { CustomerFileError, readCustomerFile } = await import('./readers/customer-file.ts');
    return ({ file }) => {
      try {
        return readCustomerFile(file);
      } catch (error) {
        if (error instanceof CustomerFileError) return { refused: error.message };
        throw error;
      }
    };
  },
  async directoryAnswer() {
    const { readDirectoryAnswer } = await import('./readers/directory-answer.ts');
    return readDirectoryAnswer;
  },
  async extension() {
    const { readExtension } = await import('./readers/extension-header.ts');
    return ({ kind, file }) => readExtension(kind, { file });
  },
  async helpArticle() {
    const { compileArticle, wordsOf } = await import('./readers/compile-article.ts');
    return ({ markdown }) => {
      const blocks = compileArticle(markdown);
      return { blocks, words: wordsOf(blocks) };
    };
  },
  async importFiles() {
    const { planImport } = await import('../archive/import-plan.ts');
    const { listFiles } = await import('../archive/import-files.ts');
    return async ({ file }) => listFiles(await planImport({ file }));
  },
  async importPlan() {
    const { planImport } = await import('../archive/import-plan.ts');
    return async ({ file }) => {
      const { kind, files } = await planImport({ file });
      return { kind, fileCount: files.size };
    };
  },
  async invoicePdf() {
    const { invoicePdf } = await import('./readers/invoice-pdf.ts');
    return invoicePdf;
  },
  async machineRequest() {
    const { readMachineRequest } = await import('./readers/machine-request.ts');
    return readMachineRequest;
  },
  async tarHead() {
    const { checkTarHead } = await import('../archive/tar-to-zip.ts');
    return checkTarHead;
  },
  async tarToZip() {
    const { tarToZip } = await import('../archive/tar-to-zip.ts');
    return tarToZip;
  },
  async zoneFile() {
    const { parseZoneFile } = await import('../dns/zone-file/parse-zone-file.ts');
    const { ZoneFileError } = await import('../dns/zone-file/tokens.ts');
    return ({ file, zone }) => {
      try {
        return parseZoneFile(file, zone);
      } catch (error) {
        if (error instanceof ZoneFileError) return { line: error.line, refused: error.message };
        throw error;
      }
    };
  },
};

/** `begun` is told when the input is about to be read. */
export default async function run<J extends UploadJob>({
  job,
  input,
  begun,
}: {
  job: J;
  input: UploadJobs[J]['input'];
  begun: MessagePort;
}): Promise<JobAnswer<J>> {
  const read: Run<J> = await LOADS[job]();
  begun.postMessage(null);
  begun.close();
  try {
    return { done: await read(input) };
  } catch (error) {
    if (!(error instanceof PanelError)) throw error;
    const { code, values, extra } = error;
    return { refusal: { code, values, extra } };
  }
}
