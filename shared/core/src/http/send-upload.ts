/**
 * `fetch` for a large body: browsers report the progress of an upload to XMLHttpRequest only. Rejects as `fetch` does.
 * @param progress gets whole percent
 */
export function sendUpload(request: Request, body: Blob, progress: (percent: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    xhr.withCredentials = true;
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? Math.floor((100 * loaded) / total) : 0);
    const stop = () => xhr.abort();
    const end = () => request.signal.removeEventListener('abort', stop);
    xhr.onabort = () => {
      end();
      reject(new DOMException('The upload was cancelled.', 'AbortError'));
    };
    xhr.onerror = () => {
      end();
      reject(new TypeError('The upload failed.'));
    };
    xhr.onload = () => {
      end();
      const headers = new Headers();
      for (const line of xhr.getAllResponseHeaders().split('\r\n')) {
        const colon = line.indexOf(':');
        if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
      }
      resolve(new Response(xhr.responseText, { status: xhr.status, headers }));
    };
    if (request.signal.aborted) return reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.signal.addEventListener('abort', stop);
    xhr.send(body);
  });
}
