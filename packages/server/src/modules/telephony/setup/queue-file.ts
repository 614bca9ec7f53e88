import type { PhoneItemOf } from '@trunkline/contract';
import type { ConfigSection } from './config-text.ts';
import { itemsOfKind, phoneOfMember, type DialPlanInput } from './dial-plan.ts';

const RETRY_SECONDS = 1;
const SERVICE_SECONDS = 20;

/** The queues with their members, as sections of their file. Pure. */
export const queueSections = (plan: DialPlanInput): readonly ConfigSection[] =>
  itemsOfKind(plan, 'queue').map((queue) => ({ name: queue.queue, lines: queueLines(plan, queue) }));

function queueLines(plan: DialPlanInput, queue: PhoneItemOf<'queue'>): ConfigSection['lines'] {
  const announce = itemsOfKind(plan, 'prompt').find(({ id }) => id === queue.announce_id);
  const phones = queue.members.flatMap((member) => phoneOfMember(plan, member) ?? []);
  return [
    ['strategy', queue.strategy],
    ['timeout', String(queue.ring_seconds)],
    ['retry', String(RETRY_SECONDS)],
    ['wrapuptime', String(queue.wrap_up_seconds)],
    ...OTHERS,
    ...(announce
      ? ([
          ['periodic-announce', plan.promptUrl(announce)],
          ['periodic-announce-frequency', String(queue.announce_seconds)],
        ] as const)
      : []),
    // The third field is the name in events, the fourth the device whose state tells whether the phone is free.
    ...[...new Set(phones)].map((phone) => ['member', `PJSIP/${phone},0,${phone},PJSIP/${phone}`] as const),
  ];
}

/** The same as in deploy/asterisk/queues.conf. */
const OTHERS: ConfigSection['lines'] = [
  ['ringinuse', 'no'],
  ['autopause', 'no'],
  ['musicclass', 'default'],
  ['setinterfacevar', 'yes'],
  ['setqueueentryvar', 'yes'],
  ['setqueuevar', 'yes'],
  ['timeoutrestart', 'no'],
  ['joinempty', 'yes'],
  ['leavewhenempty', 'no'],
  ['announce-frequency', '0'],
  ['announce-holdtime', 'no'],
  ['monitor-format', 'wav'],
  ['servicelevel', String(SERVICE_SECONDS)],
];
