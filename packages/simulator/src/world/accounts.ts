import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { SimulatedMail } from '../mail/people.ts';
import { MAIL_PASSWORD } from '../mail/dovecot.ts';
import type { Meta } from '../meta/server.ts';
import type { Smsc } from '../smpp/server.ts';
import type { Twilio } from '../twilio/server.ts';
import type { DeskApi } from './desk-api.ts';
import type { SimulatedChannel as AnyChannel } from './scenario.ts';
import { CHANNEL_NAMES } from '../customers/topics.ts';

/** Those with a provider of messages between. */
export type ProviderChannel = Exclude<AnyChannel, 'livechat' | 'email' | 'form'>;
export type Providers = { meta: Meta; twilio: Twilio; smsc: Smsc };
type AccountFilter = {
  provider: string;
  address: string;
  access_token: string;
  app_secret?: string;
  smpp?: object;
} & Record<string, unknown>;

const account = z.object({
  id: z.number(),
  provider: z.string(),
  address: z.string(),
  webhook_url: z.string(),
  verify_token: z.string(),
});
type Account = z.output<typeof account>;
const one = z.object({ data: account });
const several = z.object({ data: z.array(account) });
const reference = z.object({ data: z.object({ departments: z.array(z.object({ id: z.number() })) }) });
const tried = z.object({ data: z.object({ fault: z.string().nullable(), said: z.string() }) });

/** Creates the accounts as their guides say, or gives existing ones their new keys. `url`: where the desk is reached. */
export async function connectAccounts(desk: DeskApi, url: string, providers: Providers): Promise<void> {
  const known = (await desk(several, { method: 'GET', path: '/api/messaging-accounts' })).data;
  const { departments } = (await desk(reference, { method: 'GET', path: '/api/reference' })).data;
  for (const [channel, wanted] of Object.entries(accountSettingsOf(providers))) {
    const had = known.find(
      ({ provider, address }) => provider === wanted.provider && address === wanted.address,
    );
    const saved = await (had ? renew(desk, had, wanted) : add(desk, wanted, departments[0]?.id));
    await registerWebhook(providers, channel as ProviderChannel, { url, ...saved });
    await demandWorking(desk, saved);
  }
}

export function accountSettingsOf({ meta, twilio, smsc }: Providers): Record<ProviderChannel, AccountFilter> {
  const ofMeta = { access_token: meta.accessToken, app_secret: meta.appSecret };
  return {
    whatsapp: {
      provider: 'whatsapp',
      name: CHANNEL_NAMES.whatsapp,
      shown_address: meta.business.shown,
      address: meta.business.numberId,
      business_id: meta.business.businessId,
      ...ofMeta,
    },
    messenger: {
      provider: 'messenger',
      name: CHANNEL_NAMES.messenger,
      shown_address: meta.page.name,
      address: meta.page.id,
      ...ofMeta,
    },
    instagram: {
      provider: 'instagram',
      name: CHANNEL_NAMES.instagram,
      shown_address: `@${meta.instagramAccount.username}`,
      address: meta.instagramAccount.id,
      business_id: meta.page.id,
      ...ofMeta,
    },
    sms: {
      provider: 'twilio',
      name: CHANNEL_NAMES.sms,
      shown_address: twilio.number,
      address: twilio.number,
      business_id: twilio.accountSid,
      access_token: twilio.authToken,
    },
    operator: {
      provider: 'smpp',
      name: `${CHANNEL_NAMES.operator} (operator)`,
      shown_address: '+62 21 5550 4321',
      address: '+622155504321',
      business_id: smsc.world.systemId,
      access_token: smsc.world.password,
      smpp: { host: smsc.host, port: smsc.port, ...PLAIN_LINE },
    },
  };
}

const PLAIN_LINE = {
  tls: false,
  system_type: '',
  ton: null,
  npi: null,
  alphabet: 'gsm7',
  receipt_ids: 'same',
};

async function add(desk: DeskApi, wanted: AccountFilter, department: number | undefined): Promise<Account> {
  const body = { ...wanted, department_id: department };
  return (await desk(one, { method: 'POST', path: '/api/messaging-accounts', body })).data;
}

/** The stand-ins have new keys and addresses after each start. */
async function renew(desk: DeskApi, { id }: Account, wanted: AccountFilter): Promise<Account> {
  const { access_token, app_secret, smpp } = wanted;
  const body = { access_token, ...(app_secret && { app_secret }), ...(smpp && { smpp }), is_active: true };
  return (await desk(one, { method: 'PATCH', path: `/api/messaging-accounts/${id}`, body })).data;
}

/** As one does on the provider's pages: the address, and for Meta the proof that it is ours. */
export async function registerWebhook(
  { meta, twilio }: Providers,
  channel: ProviderChannel,
  { url, webhook_url, verify_token }: Pick<Account, 'webhook_url' | 'verify_token'> & { url: string },
): Promise<void> {
  // Nothing to enter: the desk connects to the operator.
  if (channel === 'operator') return;
  // The public address may differ from the one that is reachable here.
  const webhook = url + new URL(webhook_url).pathname;
  if (channel === 'sms') {
    twilio.world.webhook = webhook;
    twilio.world.publicUrl = new URL(webhook_url).origin;
    return;
  }
  if (!(await meta.subscribe(verify_token, webhook)))
    throw new Error(`The desk did not prove that ${webhook} is its own.`);
  if (channel === 'whatsapp') meta.world.webhook = webhook;
  else meta[channel].webhook = webhook;
}

const widgets = z.object({ data: z.array(z.object({ key: z.string() })) });

/** The key of the demo workspace's chat widget. */
export async function widgetKeyOf(desk: DeskApi): Promise<string> {
  const [widget] = (await desk(widgets, { method: 'GET', path: '/api/widgets' })).data;
  if (!widget) throw new Error('The demo workspace has no chat widget.');
  return widget.key;
}

const withId = z.object({ id: z.number() });
const mailboxes = z.object({ data: z.array(withId.extend({ address: z.string() })) });
const oneMailbox = z.object({ data: withId });

/** Creates or updates the desk's mailbox with the current ports of its mail servers, and returns its id. */
export async function connectMailbox(desk: DeskApi, mail: SimulatedMail): Promise<number> {
  const { departments } = (await desk(reference, { method: 'GET', path: '/api/reference' })).data;
  const servers = {
    imap: {
      host: '127.0.0.1',
      port: mail.imapPort,
      security: 'none',
      auth: { kind: 'password', user: mail.user, password: MAIL_PASSWORD },
    },
    smtp: { host: '127.0.0.1', port: mail.smtpPort, security: 'none', auth: { kind: 'none' } },
  };
  const known = (await desk(mailboxes, { method: 'GET', path: '/api/mailboxes' })).data;
  const had = known.find(({ address }) => address === mail.address);
  const body = { ...servers, is_active: true };
  if (had)
    return (await desk(oneMailbox, { method: 'PATCH', path: `/api/mailboxes/${had.id}`, body })).data.id;
  const added = { name: 'Kopi Kita', address: mail.address, department_id: departments[0]?.id, ...body };
  return (await desk(oneMailbox, { method: 'POST', path: '/api/mailboxes', body: added })).data.id;
}

const forms = z.object({ data: z.array(z.object({ id: z.number(), name: z.string(), key: z.string() })) });
const oneForm = z.object({ data: z.object({ key: z.string() }) });
const FORM = 'Kopi Kita';

/** Returns the key of the form on the demo site, which is answered from that mailbox, if there is one. */
export async function formKeyOf(desk: DeskApi, mailboxId: number | null): Promise<string> {
  const known = (await desk(forms, { method: 'GET', path: '/api/web-forms' })).data;
  const { departments } = (await desk(reference, { method: 'GET', path: '/api/reference' })).data;
  const settings = {
    color: '#0b6a79',
    title: { en: 'Write to us', id: 'Tulis kepada kami' },
    default_language: 'en',
    allowed_sites: [],
    custom: [],
    mailbox_id: mailboxId,
    intro: { en: '', id: '' },
    thanks: { en: 'Thank you. We answer soon.', id: 'Terima kasih. Kami segera menjawab.' },
    asked: [
      { field: 'email', required: true },
      { field: 'phone', required: false },
      { field: 'subject', required: false },
    ],
  };
  const had = known.find(({ name }) => name === FORM);
  const body = { name: FORM, department_id: departments[0]?.id, settings };
  const saved = had
    ? { method: 'PATCH' as const, path: `/api/web-forms/${had.id}`, body: { settings, is_active: true } }
    : { method: 'POST' as const, path: '/api/web-forms', body };
  return (await desk(oneForm, saved)).data.key;
}

const WORKS_WITHIN_MS = 30_000;

/** The connection to an operator takes a moment. */
async function demandWorking(desk: DeskApi, { id, provider }: Account): Promise<void> {
  const path = `/api/messaging-accounts/${id}/test`;
  const giveUpAt = Date.now() + (provider === 'smpp' ? WORKS_WITHIN_MS : 0);
  for (;;) {
    const { data } = await desk(tried, { method: 'POST', path, body: {} });
    if (!data.fault) return;
    if (Date.now() >= giveUpAt)
      throw new Error(`The account of ${provider} does not work: ${data.fault}. ${data.said}`);
    await sleep(500);
  }
}
