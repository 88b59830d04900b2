import { operation, type Operation } from '../operation.ts';

/** `GET /metrics` for a Prometheus scraper. */
export const metricsOperation: Operation = operation({
  id: 'metrics',
  method: 'get',
  path: '/metrics',
  tag: 'Health',
  summary: 'Metrics in the Prometheus text format',
  permission: 'AuditRead',
  replies: { 200: { description: 'All metrics', mediaType: 'text/plain' } },
  errors: [],
  handle(station, { response }) {
    response.statusCode = 200;
    response.setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    response.end(station.metricsRegistry.render());
    return 'sent';
  },
});
