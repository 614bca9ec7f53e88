import { exportAudit, getAuditEntry, getAuditState, listAudit } from '@trunkline/contract';
import type { Http } from '#platform/http';
import type { Audit } from './service.ts';

export function auditRoutes(http: Http, audit: Audit): void {
  http.route(listAudit, ({ query }) => audit.list(query));
  http.route(getAuditState, async () => ({ data: await audit.state() }));
  http.route(exportAudit, ({ viewer, query, reply }) => {
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'x-content-type-options': 'nosniff',
    });
    return audit.export(viewer, query);
  });
  http.route(getAuditEntry, async ({ params }) => ({ data: await audit.get(params.id) }));
}
