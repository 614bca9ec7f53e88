export { openDesk } from './agents/agent-desk.ts';
export { deliverOnce, type DeliveryStrategy } from './delivery-strategy.ts';
export type { ProviderFault } from './faults.ts';
export type { Ports, GatewaySecrets } from './asterisk/config.ts';
export { startAsterisk, type Asterisk } from './asterisk/gateway.ts';
export { AsteriskMissing, unexpectedVersionOf, provideAsterisk } from './asterisk/provide-asterisk.ts';
export { hasSipp, startCaller, startPhone } from './asterisk/sipp.ts';
export type { CustomerAccount, CustomerMessage } from './lines/line.ts';
export { livechatLine } from './lines/livechat.ts';
export { pageLine } from './lines/page.ts';
export { smsLine } from './lines/sms.ts';
export { whatsappLine } from './lines/whatsapp.ts';
export {
  freePort,
  hasDovecot,
  MAIL_PASSWORD,
  startDovecot,
  untilListening,
  type Dovecot,
} from './mail/dovecot.ts';
export { mailSink, type MailSink } from './mail/sink.ts';
export type { MetaLimits } from './meta/limits.ts';
export { startMeta, type Meta, type MetaPhone } from './meta/server.ts';
export type { PageAccount, PageKind } from './meta/page-payloads.ts';
export type { PagePerson, PageReceived } from './meta/page-person.ts';
export type { MetaTemplate } from './meta/template-types.ts';
export type { Business } from './meta/whatsapp-payloads.ts';
export type { LinePhone } from './smpp/phone.ts';
export { startSmsc, type Smsc, type SmscFault, type SmscLimits } from './smpp/server.ts';
export type { Deliver, PostedFields } from './twilio/deliver.ts';
export type { ReceivedSms, SmsPhone } from './twilio/phone.ts';
export { readScenario, type SimulatedChannel } from './world/scenario.ts';
export { createWorld } from './world/world.ts';
export { startTwilio, type Twilio, type TwilioLimits } from './twilio/server.ts';
