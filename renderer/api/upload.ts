import { ApiError } from './api-error.ts';

export interface UploadRequest {
  readonly url: string;
  readonly form: FormData;
  readonly headers: Readonly<Record<string, string>>;
  /** Gets the share of the body that has left, 0 to 1. */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

export interface UploadAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends a multipart body and reports its progress. */
export type Upload = (request: UploadRequest) => Promise<UploadAnswer>;

/**
 * XMLHttpRequest, because fetch tells nothing about the bytes that have left.
 * Rejects with ApiError `network`, or with the signal's reason when it was aborted.
 */
export const uploadWithProgress: Upload = (request) =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', request.url);
    for (const [name, value] of Object.entries(request.headers)) call.setRequestHeader(name, value);
    const abort = (): void => call.abort();
    call.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) request.onProgress(event.loaded / event.total);
    });
    call.addEventListener('load', () => resolve({ status: call.status, body: call.responseText }));
    call.addEventListener('error', () => reject(new ApiError('network', 'The station did not answer')));
    call.addEventListener('abort', () => reject(abortReason(request.signal)));
    call.addEventListener('loadend', () => request.signal.removeEventListener('abort', abort));
    if (request.signal.aborted) {
      reject(abortReason(request.signal));
      return;
    }
    request.signal.addEventListener('abort', abort);
    call.send(request.form);
  });

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('The upload was stopped', 'AbortError');
}
