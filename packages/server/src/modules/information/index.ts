export { informationRoutes } from './routes.ts';
export { createInformationBoard, type Information } from './service.ts';
