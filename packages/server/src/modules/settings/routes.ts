import {
  createWidget,
  getAppConfig,
  getRetention,
  listLayouts,
  listMacros,
  listTemplates,
  listWidgets,
  previewRetention,
  saveLayouts,
  updateAppConfig,
  updateRetention,
  updateWidget,
} from '@trunkline/contract';
import type { Http } from '#platform/http';
import { listRoutes } from '#modules/lists';
import { officeHoursRoutes } from './office-hours-routes.ts';
import type { Settings } from './service.ts';

export function settingsRoutes(http: Http, settings: Settings): void {
  officeHoursRoutes(http, settings.officeHours);
  http.route(getAppConfig, async () => ({ data: await settings.config() }));
  http.route(updateAppConfig, async ({ viewer, body }) => ({
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
  listRoutes(http, settings.lists);
}
