export { livechatPages } from './pages.ts';
export { livechatRealtime } from './realtime.ts';
export { livechatRoutes } from './routes.ts';
export { createLivechat, type Livechat } from './service.ts';
