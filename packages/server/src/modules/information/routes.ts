import {
  createInformation,
  downloadInformationFile,
  listInformation,
  listInformationReaders,
  readInformation,
  removeInformation,
  updateInformation,
  uploadInformationFile,
} from '@trunkline/contract';
import { uploadOf, type Http } from '#platform/http';
import type { Information } from './service.ts';

export function informationRoutes(http: Http, information: Information): void {
  http.route(listInformation, ({ viewer, query }) => information.list(viewer, query));
  http.route(createInformation, async ({ viewer, body }) => ({
    data: await information.create(viewer, body),
  }));
  http.route(updateInformation, async ({ viewer, params, body }) => ({
    data: await information.update(viewer, params.id, body),
  }));
  http.route(removeInformation, ({ viewer, params }) =>
    information.remove(viewer, params.id).then(() => ({ ok: true }) as const),
  );
  http.route(readInformation, async ({ viewer, params, body }) => ({
    data: await information.confirm(viewer, params.id, body.version),
  }));
  http.route(listInformationReaders, async ({ viewer, params }) => ({
    data: await information.readers(viewer, params.id),
  }));
  http.route(uploadInformationFile, async ({ viewer, request }) => ({
    data: await information.storeFile(viewer, () => uploadOf(request)),
  }));
  http.route(downloadInformationFile, async ({ viewer, params, reply }) => {
    const { headers, bytes } = await information.openFile(viewer, params.id);
    reply.headers(headers);
    return bytes;
  });
}
