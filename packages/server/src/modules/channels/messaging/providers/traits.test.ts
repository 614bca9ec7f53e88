import { CHANNEL_TRAITS, PROVIDER_TRAITS, type MessagingProvider } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { createPrivateHosts } from '#platform/network/private-hosts';
import { createGraph } from '../meta/graph.ts';
import { faultOfPages } from '../meta/faults.ts';
import { createInstagram, createMessenger } from '../meta/pages.ts';
import { createSmpp } from '../smpp/index.ts';
import { createTwilio } from '../twilio/index.ts';
import { createWhatsapp } from '../whatsapp/index.ts';
import type { Provider } from './provider.ts';

const { signal: closing } = new AbortController();
const net = { baseUrl: 'http://127.0.0.1', patienceMs: 1, closing };
const graph = createGraph(net, faultOfPages);

const providers: Record<MessagingProvider, Provider> = {
  whatsapp: createWhatsapp(graph),
  messenger: createMessenger(graph),
  instagram: createInstagram(graph),
  twilio: createTwilio(net),
  smpp: createSmpp({ lines: new Map(), opened: createPrivateHosts([]), closing }),
};

it.each(Object.values(providers))(
  '$provider does what its channel can do',
  ({ provider, mediaId, listTemplates, show }) => {
    const { takesTemplates, showsTyping } = CHANNEL_TRAITS[mediaId];
    expect([listTemplates !== undefined, PROVIDER_TRAITS[provider].hasTemplates]).toEqual([
      takesTemplates,
      takesTemplates,
    ]);
    expect(show !== undefined).toBe(showsTyping);
  },
);
