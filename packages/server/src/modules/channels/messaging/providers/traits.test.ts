import { CHANNEL_TRAITS, PROVIDER_TRAITS } from '@trunkline/contract';
import { expect, it } from 'vitest';
import { PROVIDER_URLS } from '#platform/config/provider-config';
import { createPrivateHosts } from '#platform/network/private-hosts';
import { createProviders } from './providers.ts';

const providers = createProviders({
  urls: PROVIDER_URLS,
  patienceMs: 1,
  closing: new AbortController().signal,
  lines: new Map(),
  opened: createPrivateHosts([]),
});

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
