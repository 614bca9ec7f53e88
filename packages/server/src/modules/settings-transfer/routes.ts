import { Readable } from 'node:stream';
import { exportSettings, importSettings } from '@trunkline/contract';
import { uploadOf, type Http } from '#platform/http';
import type { SettingsTransfers } from './service.ts';

export function settingsTransferRoutes(http: Http, transfers: SettingsTransfers): void {
  http.route(exportSettings, async ({ viewer, reply }) => {
    const text = await transfers.export(viewer);
    reply.headers({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="trunkline-settings.json"',
      'x-content-type-options': 'nosniff',
    });
    return Readable.from([Buffer.from(text)]);
  });
  http.route(importSettings, async ({ viewer, query, request }) => {
    const { bytes } = await uploadOf(request);
    return { data: await transfers.import(viewer, { bytes, isApplied: query.apply === 'yes' }) };
  });
}
