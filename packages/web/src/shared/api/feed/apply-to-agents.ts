import type { Agent } from '@trunkline/contract';
import type { NumberedEvent } from '../realtime-types.ts';

/** Returns the agents after an event; events that do not concern them leave them unchanged. */
export function applyToAgents(agents: Agent[], event: NumberedEvent): Agent[] {
  if (event.name !== 'user-activity-changed') return agents;
  const changed = event.payload;
  const known = agents.some((agent) => agent.id === changed.id);
  return known ? agents.map((agent) => (agent.id === changed.id ? changed : agent)) : [...agents, changed];
}
