import type { Agent } from '@trunkline/contract';
import type { NumberedEvent } from '../realtime-types.ts';

/** The agents after an event; other events leave them as they are. */
export function applyToAgents(agents: Agent[], event: NumberedEvent): Agent[] {
  if (event.name !== 'user-activity-changed') return agents;
  const changed = event.payload;
  const known = agents.some((agent) => agent.id === changed.id);
  return known ? agents.map((agent) => (agent.id === changed.id ? changed : agent)) : [...agents, changed];
}
