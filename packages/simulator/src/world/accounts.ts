import { z } from 'zod';
import type { Meta } from '../meta/server.ts';
import type { Twilio } from '../twilio/server.ts';
import type { DeskApi } from './desk-api.ts';
import type { Channel as AnyChannel } from './scenario.ts';
import { CHANNEL_NAMES } from './topics.ts';

/** Those with a provider between; the chat on a site needs none. */
type Channel = Exclude<AnyChannel, 'livechat'>;
type Providers = { meta: Meta; twilio: Twilio };
type Wanted = { provider: string; address: string; access_token: string } & Record<string, string>;

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

/** Sets the accounts up as their guides say, or gives those that are there their new keys. `url`: where the desk is reached. */
export async function connectAccounts(desk: DeskApi, url: string, providers: Providers): Promise<void> {
  const known = (await desk(several, { method: 'GET', path: '/api/messaging-accounts' })).data;
  const { departments } = (await desk(reference, { method: 'GET', path: '/api/reference' })).data;
  for (const [channel, wanted] of Object.entries(wantedOf(providers))) {
    const had = known.find(
      ({ provider, address }) => provider === wanted.provider && address === wanted.address,
    );
    const saved = await (had ? renew(desk, had, wanted) : add(desk, wanted, departments[0]?.id));
    await connect(providers, channel as Channel, { url, ...saved });
    await demandWorking(desk, saved);
  }
}

function wantedOf({ meta, twilio }: Providers): Record<Channel, Wanted> {
  const ofMeta = { access_token: meta.accessToken, app_secret: meta.appSecret };
  return {
    whatsapp: {
      ...{ provider: 'whatsapp', name: CHANNEL_NAMES.whatsapp, shown_address: meta.business.shown },
      ...{ address: meta.business.numberId, business_id: meta.business.businessId, ...ofMeta },
    },
    messenger: {
      ...{ provider: 'messenger', name: CHANNEL_NAMES.messenger, shown_address: meta.page.name },
      ...{ address: meta.page.id, ...ofMeta },
    },
    instagram: {
      ...{ provider: 'instagram', name: CHANNEL_NAMES.instagram },
      ...{ shown_address: `@${meta.instagramAccount.username}`, address: meta.instagramAccount.id },
      ...{ business_id: meta.page.id, ...ofMeta },
    },
    sms: {
      ...{ provider: 'twilio', name: CHANNEL_NAMES.sms, shown_address: twilio.number },
      ...{ address: twilio.number, business_id: twilio.accountSid, access_token: twilio.authToken },
    },
  };
}

async function add(desk: DeskApi, wanted: Wanted, department: number | undefined): Promise<Account> {
  const body = { ...wanted, department_id: department };
  return (await desk(one, { method: 'POST', path: '/api/messaging-accounts', body })).data;
}

/** The stand-ins make new keys each time. */
async function renew(desk: DeskApi, { id }: Account, wanted: Wanted): Promise<Account> {
  const { access_token, app_secret } = wanted;
  const body = { access_token, ...(app_secret && { app_secret }), is_active: true };
  return (await desk(one, { method: 'PATCH', path: `/api/messaging-accounts/${id}`, body })).data;
}

/** As one does on the provider's pages: the address, and for Meta the proof that it is ours. */
async function connect(
  { meta, twilio }: Providers,
  channel: Channel,
  { url, webhook_url, verify_token }: Account & { url: string },
): Promise<void> {
  // What it is called in public need not be how it is reached from here.
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

async function demandWorking(desk: DeskApi, { id, provider }: Account): Promise<void> {
  const path = `/api/messaging-accounts/${id}/test`;
  const { data } = await desk(tried, { method: 'POST', path, body: {} });
  if (data.fault) throw new Error(`The account of ${provider} does not work: ${data.fault}. ${data.said}`);
}
