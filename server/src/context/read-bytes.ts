import { PanelError } from '../kernel/errors.ts';

const MB = 1_048_576;

/** A limit in bytes as an error that names it. */
export const tooLarge = (limit: number): PanelError =>
  new PanelError('TOO_LARGE', {
    limit: limit < MB ? `${Math.round(limit / 1024)} KB` : `${Math.round(limit / MB)} MB`,
  });

/** The body of a request, its declared length first. @throws PanelError TOO_LARGE */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (request.body) {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks);
}
