export { externalLivekit } from './media/external-livekit.ts';
export { MEDIA_PATH, proxyMedia } from './media/media-proxy.ts';
export { createMediaWorkers } from './media/media-workers.ts';
export { roomRealtime } from './realtime.ts';
export { roomRoutes } from './routes.ts';
export { createRooms, type Rooms } from './service.ts';
