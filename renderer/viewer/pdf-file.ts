import { AnnotationMode, getDocument, PDFWorker, type RenderTask } from 'pdfjs-dist';
import { whenIdle } from '../state/when-idle.ts';
import { StationPdfData } from './pdf-data.ts';
import { prepareParser, takeParser } from './pdf-parser.ts';

/** A PDF that is being looked at. */
export interface PdfFile {
  readonly pageCount: number;
  /** Draws a page, counted from 1, so that it is `width` CSS pixels wide. A later call ends an earlier one; false then. */
  draw(page: number, canvas: HTMLCanvasElement, width: number): Promise<boolean>;
  /** A page as it is shown, in points, whatever its /UserUnit. */
  sizeOf(page: number): Promise<{ readonly width: number; readonly height: number }>;
  /** The words of a page, for who cannot see it. */
  textOf(page: number): Promise<string>;
  close(): void;
}

/** Why a PDF cannot be shown. */
export type PdfFault = 'password' | 'damaged';
export class PdfViewError extends Error {
  readonly fault: PdfFault;

  constructor(fault: PdfFault, cause: unknown) {
    super(`The PDF cannot be shown: ${fault}`, { cause });
    this.fault = fault;
  }
}

const MAX_TEXT = 20_000;
/** Pixels of one drawn page: a page may claim any size. */
const MAX_PIXELS = 16_000_000;

/** Opens a PDF for looking at it, in a parser of its own that is ended with it. Throws PdfViewError. */
export async function openPdfFile(bytes: Uint8Array): Promise<PdfFile> {
  const port = takeParser();
  const worker = PDFWorker.create({ port, verbosity: 0 });
  const task = getDocument({
    // The parser takes the buffer away; what was hashed stays here.
    data: bytes.slice(),
    worker,
    verbosity: 0,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: StationPdfData,
    maxImageSize: 100_000_000,
  });
  const close = (): void => {
    void task.destroy().catch(() => undefined);
    port.terminate();
  };
  const crash = new Promise<never>((_resolve, reject) => {
    port.onerror = (event) => reject(new Error(event.message));
  });
  try {
    const document = await Promise.race([task.promise, crash]);
    return new OpenPdf(document, close);
  } catch (error) {
    close();
    throw new PdfViewError(
      error instanceof Error && error.name === 'PasswordException' ? 'password' : 'damaged',
      error,
    );
  }
}

type Document = Awaited<ReturnType<typeof getDocument>['promise']>;

class OpenPdf implements PdfFile {
  readonly pageCount: number;
  readonly close: () => void;
  readonly #document: Document;
  #running: RenderTask | undefined;
  #wanted = 0;

  constructor(document: Document, close: () => void) {
    this.#document = document;
    this.pageCount = document.numPages;
    this.close = close;
  }

  async draw(number: number, canvas: HTMLCanvasElement, width: number): Promise<boolean> {
    this.#wanted += 1;
    const turn = this.#wanted;
    this.#running?.cancel();
    const page = await this.#document.getPage(number);
    const whole = page.getViewport({ scale: 1 });
    const fitting = width / whole.width;
    const sharp = fitting * Math.min(window.devicePixelRatio, 2);
    const bounded = Math.min(sharp, Math.sqrt(MAX_PIXELS / (whole.width * whole.height)));
    const viewport = page.getViewport({ scale: bounded });
    if (turn !== this.#wanted) return false;
    // Drawn beside the page that is shown, which stays until this one is whole.
    const target = window.document.createElement('canvas');
    target.width = Math.max(1, Math.floor(viewport.width));
    target.height = Math.max(1, Math.floor(viewport.height));
    this.#running = page.render({ canvas: target, viewport, annotationMode: AnnotationMode.ENABLE });
    try {
      await this.#running.promise;
    } catch (error) {
      if (turn !== this.#wanted) return false;
      throw new PdfViewError('damaged', error);
    }
    canvas.width = target.width;
    canvas.height = target.height;
    canvas.style.width = `${String(Math.round(width))}px`;
    canvas.getContext('2d')?.drawImage(target, 0, 0);
    // While this page is read, and not before it is seen: the next document need not wait.
    whenIdle(prepareParser);
    return true;
  }

  async sizeOf(number: number): Promise<{ readonly width: number; readonly height: number }> {
    const page = await this.#document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 / page.userUnit });
    return { width, height };
  }

  async textOf(number: number): Promise<string> {
    const page = await this.#document.getPage(number);
    const { items } = await page.getTextContent();
    const words = items.flatMap((item) => ('str' in item ? [item.str + (item.hasEOL ? '\n' : '')] : []));
    return words.join(' ').slice(0, MAX_TEXT);
  }
}
