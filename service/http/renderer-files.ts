import { join } from 'node:path';
import express, { type Express } from 'express';
import { setUserInterfaceHeaders } from './security-headers.ts';

/** Pages of the user interface; all of them are drawn by the one document. */
const UI_ROUTES = [
  '/',
  '/dashboard',
  '/sign',
  '/signatures',
  '/signatures/:id',
  '/certificates',
  '/providers',
  '/providers/:id/diagnosis',
  '/jobs',
  '/audit',
  '/settings',
  '/verification',
  '/verify',
] as const;

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
        const isHashed = path.startsWith(join(directory, 'assets'));
        response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    }),
  );
}
