export type { Fault } from './faults.ts';
export { startMeta, type Meta, type MetaPhone } from './meta/server.ts';
export type { PageAccount, PageKind } from './meta/page-payloads.ts';
export type { PagePerson, PageReceived } from './meta/page-person.ts';
export type { MetaTemplate } from './meta/templates.ts';
export type { Business } from './meta/whatsapp-payloads.ts';
export type { Deliver, Form } from './twilio/deliver.ts';
export type { ReceivedSms, SmsPhone } from './twilio/phone.ts';
export { startTwilio, type Twilio } from './twilio/server.ts';
