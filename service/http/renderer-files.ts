import { join } from 'node:path';
import express, { type Express, type Request } from 'express';
import { setParserHeaders, setUserInterfaceHeaders } from './security-headers.ts';

/** Pages of the user interface; all of them are drawn by the one document. */
const UI_ROUTES = [
  '/',
  '/dashboard',
  '/sign',
  '/review',
  '/signatures',
  '/signatures/:id',
  '/certificates',
  '/providers',
  '/providers/:id/diagnosis',
  '/stations',
  '/evidence',
  '/start',
  '/jobs',
  '/audit',
  '/batches/:id',
  '/settings',
  '/verification',
  '/verify',
] as const;

/** The script in which documents are parsed for viewing. */
const DOCUMENT_PARSER = /[\\/]pdf\.worker[^\\/]*\.m?js$/;

/** A person who opens an address in a browser; programs ask for JSON, and scripts and pictures are not navigated to. */
function isOpenedByBrowser(request: Request): boolean {
  const isOfPrograms = /^\/(api|health|openapi|metrics|assets)(\/|$)/.test(request.path);
  return !isOfPrograms && (request.headers.accept ?? '').includes('text/html');
}

/** Serves the built renderer from `directory`. File names under `/assets` carry a hash and may be kept for ever. */
export function serveRenderer(app: Express, directory: string): void {
  app.get([...UI_ROUTES], (_request, response, next) => {
    setUserInterfaceHeaders(response);
    response.sendFile('index.html', { root: directory, cacheControl: false, dotfiles: 'deny' }, (error: unknown) => {
      if (error !== undefined && !response.headersSent) next('route');
    });
  });
  app.use(
    express.static(directory, {
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders(response, path) {
        setUserInterfaceHeaders(response);
        if (DOCUMENT_PARSER.test(path)) setParserHeaders(response);
        const isHashed = path.startsWith(join(directory, 'assets'));
        response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
  // The page says itself that there is nothing at the address; the status says it to everything else.
  app.get('/{*anything}', (request, response, next) => {
    if (!isOpenedByBrowser(request)) {
      next();
      return;
    }
    setUserInterfaceHeaders(response);
    response.status(404).sendFile('index.html', { root: directory, cacheControl: false }, (error: unknown) => {
      if (error !== undefined && !response.headersSent) next();
    });
  });
}
