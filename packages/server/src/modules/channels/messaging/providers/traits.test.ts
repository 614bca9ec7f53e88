import { CHANNEL_TRAITS, PROVIDER_TRAITS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { createPrivateHosts } from '#platform/network/private-hosts';
import { createGraph } from '../meta/graph.ts';
import { faultOfPages } from '../meta/faults.ts';
import { createInstagram, createMessenger } from '../meta/pages.ts';
import { createSmpp } from '../smpp/index.ts';
import { createTwilio } from '../twilio/index.ts';
import { createWhatsapp } from '../whatsapp/index.ts';

const { signal: closing } = new AbortController();
const net = { baseUrl: 'http://127.0.0.1', patienceMs: 1, closing };
const graph = createGraph(net, faultOfPages);

it.each([
  createWhatsapp(graph),
  createMessenger(graph),
  createInstagram(graph),
  createTwilio(net),
  createSmpp({ lines: new Map(), opened: createPrivateHosts([]), closing }),
])('$provider does what its channel can do', ({ provider, mediaId, listTemplates, show }) => {
  const { takesTemplates, showsTyping } = CHANNEL_TRAITS[mediaId];
  expect([listTemplates !== undefined, PROVIDER_TRAITS[provider].hasTemplates]).toEqual([
    takesTemplates,
    takesTemplates,
  ]);
  expect(show !== undefined).toBe(showsTyping);
});
