import { Readable } from 'node:stream';
import {
  createWidget,
  getWorkspaceSettings,
  getBranding,
  getLogo,
  getRetention,
  listLayouts,
  listMacros,
  listTemplates,
  listWidgets,
  previewRetention,
  removeLogo,
  saveLayouts,
  updateWorkspaceSettings,
  updateRetention,
  updateWidget,
  uploadLogo,
} from '@trunkline/contract';
import { uploadOf, type Http } from '#platform/http';
import { listRoutes } from '#modules/lists';
import { departmentRoutes } from './departments/routes.ts';
import { officeHoursRoutes } from './office-hours-routes.ts';
import type { Settings } from './service.ts';

export function settingsRoutes(http: Http, settings: Settings): void {
  officeHoursRoutes(http, settings.officeHours);
  departmentRoutes(http, settings.departments);
  http.route(getWorkspaceSettings, async () => ({ data: await settings.config() }));
  http.route(updateWorkspaceSettings, async ({ viewer, body }) => ({
    data: await settings.updateConfig(viewer, body),
  }));
  http.route(getRetention, async () => ({ data: await settings.retention.state() }));
  http.route(previewRetention, async ({ params, query }) => ({
    data: await settings.retention.preview(params.kind, query),
  }));
  http.route(updateRetention, async ({ viewer, params, body }) => ({
    data: await settings.retention.update(viewer, params.kind, body.keep_days),
  }));
  http.route(listMacros, async () => ({ data: await settings.macros() }));
  http.route(listTemplates, async () => ({ data: await settings.listTemplates() }));
  http.route(listWidgets, async () => ({ data: await settings.listWidgets() }));
  http.route(createWidget, async ({ viewer, body }) => ({ data: await settings.createWidget(viewer, body) }));
  http.route(updateWidget, async ({ viewer, params, body }) => ({
    data: await settings.updateWidget(viewer, params.id, body),
  }));
  http.route(listLayouts, async () => ({ data: await settings.listLayouts.list() }));
  http.route(saveLayouts, async ({ viewer, params, body }) => ({
    data: await settings.listLayouts.save(viewer, params.id, body),
  }));
  brandingRoutes(http, settings);
  listRoutes(http, settings.lists);
}

function brandingRoutes(http: Http, { logo }: Settings): void {
  http.publicRoute(getBranding, async () => ({ data: await logo.branding() }));
  http.publicRoute(getLogo, async ({ params, reply }) => {
    const { type, content } = await logo.read(params.version);
    reply.headers({
      'content-type': type,
      // The address contains a digest of the content.
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    return Readable.from([content]);
  });
  http.route(uploadLogo, async ({ viewer, request }) => ({
    data: await logo.upload(viewer, (await uploadOf(request)).bytes),
  }));
  http.route(removeLogo, async ({ viewer }) => ({ data: await logo.remove(viewer) }));
}
