export type { Fault } from './faults.ts';
export { startMeta, type Meta, type MetaPhone } from './meta/server.ts';
export type { MetaTemplate } from './meta/templates.ts';
export type { Business } from './meta/whatsapp-payloads.ts';
