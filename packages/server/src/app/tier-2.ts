import type { Platform } from '#platform/platform';
import { agentRealtime, agentRoutes, createAgents, type Agents } from '#modules/agents';
import { createCustomers, customerRealtime, customerRoutes, type Customers } from '#modules/customers';
import { createInformationBoard, informationRoutes, type Information } from '#modules/information';
import {
  createSettingsTransfers,
  settingsTransferRoutes,
  type SettingsTransfers,
} from '#modules/settings-transfer';
import type { Tickets } from '#modules/tickets';
import type { AppOptions, AppServer } from './server.ts';
import type { Tier1 } from './tier-1.ts';

export type Tier2 = Tier1 & {
  agents: Agents;
  customers: Customers;
  information: Information;
  settingsTransfers: SettingsTransfers;
};

/** Tier 2: users and customers. */
export function createTier2(platform: Platform, below: Tier1, { backup: { dataDir } }: AppOptions): Tier2 {
  const agents = createAgents({ ...platform, ...below });
  const customers = createCustomers({ ...platform, ...below, dataDir });
  const information = createInformationBoard({ ...platform, ...below });
  const settingsTransfers = createSettingsTransfers({ ...platform, ...below });
  return { ...below, agents, customers, information, settingsTransfers };
}

/** Returns a function that stops it. */
export function openTier2(
  { http, realtime, platform }: AppServer,
  {
    agents,
    auth,
    settings,
    customers,
    information,
    settingsTransfers,
    tickets,
  }: Tier2 & { tickets: Pick<Tickets, 'listTags'> },
): () => void {
  agentRoutes(http, { agents, auth, settings, listTags: tickets.listTags });
  customerRoutes(http, customers);
  informationRoutes(http, information);
  settingsTransferRoutes(http, settingsTransfers);
  customerRealtime(realtime, { ...platform, customers });
  return agentRealtime(realtime, { ...platform, agents, auth });
}
