import { allows, type Viewer } from '#platform/access';
import type { AmiSession } from '../ami/session.ts';

/** Whom somebody's phone may call: colleagues and queues; also numbers outside; also our own numbers as if from outside ("Try it"). */
export type DiallingRights = 'inside' | 'outside' | 'setup';

const CONTEXTS: Readonly<Record<DiallingRights, string>> = {
  inside: 'from-internal-inside',
  outside: 'from-internal',
  setup: 'from-internal-setup',
};

/** Whoever decides where numbers lead could call anywhere in any case. */
export function diallingRightsOf(viewer: Viewer): DiallingRights {
  if (allows(viewer, 'CONFIG_APP:EDIT')) return 'setup';
  return allows(viewer, 'TICKETS:REPLY') ? 'outside' : 'inside';
}

/**
 * The context of the gateway's dial plan in which their calls begin, and whom they transfer goes on. A dial plan that has none for
 * "Try it" does without that; one that has none for calls inside takes none at all from such a phone. @throws AmiError
 */
export async function contextOf(visit: Pick<AmiSession, 'ask'>, reach: DiallingRights): Promise<string> {
  if (reach !== 'setup') return CONTEXTS[reach];
  const answer = await visit.ask({ Action: 'Getvar', Variable: `DIALPLAN_EXISTS(${CONTEXTS.setup})` });
  return answer.get('Value') === '1' ? CONTEXTS.setup : CONTEXTS.outside;
}
