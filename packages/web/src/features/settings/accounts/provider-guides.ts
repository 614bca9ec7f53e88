import type { AccountValue, MessagingProvider } from '@trunkline/contract';

/** How a provider's own pages show the values of an account, for the form; words are in the texts, under its name. */
type Guide = {
  /** The values as their field shows them when it is empty, in the order in which they are asked for. */
  keys: Partial<Record<AccountValue, string>>;
  shownAs: string;
  /** It makes sure that the address is ours, by a token. */
  asksForToken: boolean;
  /** Of a webhook that the provider is told of: what to do there, step by step. */
  steps: readonly string[];
};

export const PROVIDER_GUIDES: Record<MessagingProvider, Guide> = {
  whatsapp: {
    shownAs: '+62 21 5550 1234',
    asksForToken: true,
    keys: { address: '106540352242922', business_id: '102290129340398', access_token: '', app_secret: '' },
    steps: ['open', 'enter', 'subscribe'],
  },
  messenger: {
    shownAs: 'Kopi Kita',
    asksForToken: true,
    keys: { address: '106211987654321', access_token: '', app_secret: '' },
    steps: ['open', 'enter', 'subscribe', 'page'],
  },
  instagram: {
    shownAs: '@kopikita',
    asksForToken: true,
    keys: { address: '17841405822304914', business_id: '106211987654321', access_token: '', app_secret: '' },
    steps: ['open', 'enter', 'subscribe', 'allow'],
  },
  twilio: {
    shownAs: '+62 21 5550 1234',
    asksForToken: false,
    keys: { address: '+622155501234', business_id: `AC${'0'.repeat(32)}`, access_token: '' },
    steps: ['open', 'enter', 'state'],
  },
  smpp: {
    shownAs: '+62 21 5550 1234',
    asksForToken: false,
    keys: { address: '1234', business_id: 'kopikita', access_token: '' },
    steps: [],
  },
};
