import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { exportAudit } from '../../use-cases/export-audit.ts';
import { contentDisposition } from '../content-disposition.ts';
import { operation, type Operation } from '../operation.ts';
import { AuditQuery } from './parameters.ts';

const ExportQuery = AuditQuery.omit({ limit: true, cursor: true, order: true, count: true }).extend({
  format: z.enum(['csv', 'json']).default('csv').describe('Table for spreadsheets, or JSON; default csv'),
});

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/** `GET /audit-events/export`: all events that fit a filter in one file; beyond the specification. */
export const auditExportOperation: Operation = operation({
  id: 'exportAuditEvents',
  method: 'get',
  path: '/api/v1/audit-events/export',
  tag: 'Audit',
  summary: "The tenant's audit events as one file, newest first",
  permission: 'AuditRead',
  query: ExportQuery,
  replies: { 200: { description: 'The file', mediaType: 'text/csv', mediaTypes: ['application/json'] } },
  errors: ['SIGNATURE_REQUEST_INVALID'],
  async handle({ ports }, { request, response, caller, query }) {
    const { format, ...rest } = query;
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    response.statusCode = 200;
    response.setHeader('Content-Type', TYPES[format]);
    response.setHeader(
      'Content-Disposition',
      contentDisposition(`audit-${ports.clock().toISOString().slice(0, 10)}.${format}`),
    );
    if (request.method === 'HEAD') response.end();
    else await pipeline(Readable.from(exportAudit(ports, caller, Object.fromEntries(given), format)), response);
    return 'sent' as const;
  },
});
