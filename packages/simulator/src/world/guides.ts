import { z } from 'zod';
import { registerWebhook, accountSettingsOf, type ProviderChannel, type Providers } from './accounts.ts';
import { RequestRefusedError } from './page-guard.ts';

/** What is typed into the desk's form for a new account, under the names that the form has. */
export type Guide = {
  channel: ProviderChannel;
  name: string;
  values: { label: string; value: string }[];
  /** What is entered at the provider afterwards. */
  asks: 'address and token' | 'address' | 'nothing';
};
export type Guides = { all: Guide[]; enter: (channel: string, body: Buffer) => Promise<object> };

type Labels = Partial<
  Record<'shown_address' | 'address' | 'business_id' | 'access_token' | 'app_secret', string>
>;

const OF_META = { access_token: 'Page access token', app_secret: 'App secret' };
const FORMS: Record<ProviderChannel, { name: string; asks: Guide['asks']; labels: Labels }> = {
  whatsapp: {
    name: 'WhatsApp',
    asks: 'address and token',
    labels: {
      shown_address: 'Phone number',
      address: 'Phone number ID',
      business_id: 'WhatsApp Business Account ID',
      access_token: 'Access token',
      app_secret: 'App secret',
    },
  },
  messenger: {
    name: 'Facebook Messenger',
    asks: 'address and token',
    labels: { shown_address: 'Page name', address: 'Page ID', ...OF_META },
  },
  instagram: {
    name: 'Instagram',
    asks: 'address and token',
    labels: {
      shown_address: 'User name',
      address: 'Instagram account ID',
      business_id: 'Facebook page ID',
      ...OF_META,
    },
  },
  sms: {
    name: 'SMS (Twilio)',
    asks: 'address',
    labels: {
      shown_address: 'Displayed number',
      address: 'Number or messaging service',
      business_id: 'Account SID',
      access_token: 'Auth token',
    },
  },
  operator: {
    name: 'SMS (operator, SMPP)',
    asks: 'nothing',
    labels: {
      shown_address: 'Displayed number',
      address: 'Sender',
      business_id: 'System ID',
      access_token: 'Password',
    },
  },
};

const entered = z.strictObject({ address: z.url(), token: z.string().max(200).default('') });

/** What set-up guides ask for, as these stand-ins have it, and where the desk's addresses are entered. `url`: the desk. */
export function guidesOf(providers: Providers, url: string): Guides {
  const wanted = accountSettingsOf(providers);
  const all = (Object.keys(FORMS) as ProviderChannel[]).map((channel): Guide => {
    const { labels, ...form } = FORMS[channel];
    const values = Object.entries(labels).map(([key, label]) => ({
      label,
      value: String(wanted[channel][key]),
    }));
    return { channel, ...form, values: channel === 'operator' ? [...values, ...lineOf(providers)] : values };
  });
  return {
    all,
    async enter(channel, body) {
      const guide = all.find((one) => one.channel === channel && one.asks !== 'nothing');
      if (!guide) throw new RequestRefusedError(404, 'There is no such provider');
      const given = entered.safeParse(readJson(body));
      if (!given.success) throw new RequestRefusedError(400, 'Enter the whole address, as the desk shows it');
      const { address: webhook_url, token: verify_token } = given.data;
      await registerWebhook(providers, guide.channel, { url, webhook_url, verify_token }).catch(() => {
        throw new RequestRefusedError(400, 'The desk did not answer there with this token');
      });
      return {};
    },
  };
}

const lineOf = ({ smsc }: Providers): Guide['values'] => [
  { label: 'Host', value: smsc.host },
  { label: 'Port', value: String(smsc.port) },
  { label: 'TLS', value: 'off' },
];

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The same for a terminal. */
export function guideLines({ all }: Guides, { desk, page }: { desk: string; page: string }): string[] {
  return [
    `To set up accounts by their guides: ${desk}/configurasi/config_socmed, “New account”, and what the form asks for:`,
    ...all.flatMap(({ name, values }) => [
      `  ${name}`,
      ...values.map(({ label, value }) => `    ${label}: ${value}`),
    ]),
    `What the guide then has you enter at the provider goes here: ${page}/providers`,
  ];
}
