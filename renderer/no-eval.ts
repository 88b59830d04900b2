import { z } from 'zod';

/**
 * Imported before any schema: zod would otherwise compile its object parsers with `new Function`, which the page's
 * Content-Security-Policy refuses (and reports in the console).
 */
z.config({ jitless: true });
