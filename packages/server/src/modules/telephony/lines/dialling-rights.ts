import { allows, type Viewer } from '#platform/access';
import type { AmiSession } from '../ami/session.ts';

/** Whom a phone may call: colleagues and queues; also outside numbers; also our own numbers as if from outside ("Try it"). */
export type DiallingRights = 'inside' | 'outside' | 'setup';

const CONTEXTS: Readonly<Record<DiallingRights, string>> = {
  inside: 'from-internal-inside',
  outside: 'from-internal',
  setup: 'from-internal-setup',
};

/** Whoever may configure the numbers could reach any number anyway. */
export function diallingRightsOf(viewer: Viewer): DiallingRights {
  if (allows(viewer, 'CONFIG_APP:EDIT')) return 'setup';
  return allows(viewer, 'TICKETS:REPLY') ? 'outside' : 'inside';
}

/**
 * The dial plan context in which their calls and transfers begin. If the dial plan has none for "Try it", the one for outside
 * calls is used; if it has none for inside calls, such a phone cannot call at all. @throws AmiError
 */
export async function diallingContextOf(
  visit: Pick<AmiSession, 'ask'>,
  reach: DiallingRights,
): Promise<string> {
  if (reach !== 'setup') return CONTEXTS[reach];
  const answer = await visit.ask({ Action: 'Getvar', Variable: `DIALPLAN_EXISTS(${CONTEXTS.setup})` });
  return answer.get('Value') === '1' ? CONTEXTS.setup : CONTEXTS.outside;
}
