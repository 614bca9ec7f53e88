import type { MessagingProvider } from '@trunkline/contract';
import type { ProviderConfig } from '#platform/config/provider-config';
import type { PrivateHosts } from '#platform/network/private-hosts';
import { faultOfPages } from '../meta/faults.ts';
import { createGraph } from '../meta/graph.ts';
import { createInstagram, createMessenger } from '../meta/pages.ts';
import { createSmpp } from '../smpp/index.ts';
import type { SmppConnection } from '../smpp/line-service.ts';
import { createTwilio } from '../twilio/index.ts';
import { faultOfWhatsapp } from '../whatsapp/faults.ts';
import { createWhatsapp } from '../whatsapp/index.ts';
import type { Provider } from './provider.ts';

type Deps = {
  urls: ProviderConfig;
  /** Timeout of a request to a provider. */
  patienceMs: number;
  /** Aborts requests in progress. */
  closing: AbortSignal;
  /** The SMPP lines of this process, by account. */
  lines: ReadonlyMap<number, SmppConnection>;
  /** Hosts of the private network with operators' message centres. */
  opened: PrivateHosts;
};

/** Every provider; a new one is a new entry. */
export function createProviders({
  urls,
  patienceMs,
  closing,
  lines,
  opened,
}: Deps): Record<MessagingProvider, Provider> {
  const graph = { baseUrl: urls.graph, patienceMs, closing };
  const pages = createGraph(graph, faultOfPages);
  return {
    whatsapp: createWhatsapp(createGraph(graph, faultOfWhatsapp)),
    messenger: createMessenger(pages),
    instagram: createInstagram(pages),
    twilio: createTwilio({ baseUrl: urls.twilio, patienceMs, closing }),
    smpp: createSmpp({ lines, opened, closing }),
  };
}
