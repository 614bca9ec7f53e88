import type { AccountValue, MessagingProvider } from '@trunkline/contract';

/** What the form shows for a provider; its texts are stored under the provider's name. */
type Guide = {
  /** The required values in order, each with the placeholder of its field. */
  keys: Partial<Record<AccountValue, string>>;
  shownAs: string;
  /** The provider checks the webhook's address by a verify token. */
  asksForToken: boolean;
  /** Keys of the steps to set up the webhook at the provider. */
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
