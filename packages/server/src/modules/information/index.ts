export { informationRoutes } from './routes.ts';
export { createInformationBoard } from './service.ts';
