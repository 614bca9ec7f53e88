import { Activity, type ActivityId } from '@trunkline/contract';
import { repeating } from '#platform/realtime/followers';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { AmiMessage } from '../ami/message.ts';
import type { AmiSession } from '../ami/session.ts';
import { listExtensions } from '../lines/line-store.ts';

/** Keeps phones at a gateway from being rung by its queues while their people do something else. */
export type Pauses = {
  /** Asks the gateway how they stand, and sets right what differs. */
  arrange(asking: Asking): Promise<void>;
  /** Keeps one gateway so. What could not be asked is asked when it is there again (`arrange`). */
  follow(asking: Asking): { take(message: AmiMessage): void; stop(): Promise<void> };
};

type Deps = Pick<Platform, 'db' | 'log' | 'events'> & { agents: Agents };
type Changed = { part: string; id: number; user_activity_id: ActivityId };
type Asking = Pick<AmiSession, 'ask' | 'list'>;

/** Whoever is at a call is passed over by the queue itself. */
const TAKES_CALLS: readonly ActivityId[] = [Activity.ready, Activity.ringing, Activity.inCall];

/** A member of a queue is somebody's phone, however it is dialled: `PJSIP/2001`, or `Local/2001@from-queue/n`. */
const phoneOf = (member: AmiMessage): string =>
  (member.get('StateInterface') || member.get('Location') || '').replace(/^\w+\//, '').replace(/@.*/, '');

/** Queues ring only whoever takes calls now: what people do pauses their phones at the gateway, and lets them ring again. */
export function createPauses({ db, log, events, agents }: Deps): Pauses {
  const gateways = new Set<{ wake: () => void }>();
  /** Who took calls when we looked last: most of what people do changes nothing about that. */
  const known = new Map<number, boolean>();
  events.onEvent(({ name, payload }) => {
    if (!changes(name, payload as Changed)) return;
    for (const { wake } of gateways) wake();
  });

  function changes(name: string, { part, id, user_activity_id: activity }: Changed): boolean {
    if (name === 'settings-changed') return part === 'people';
    if (name !== 'user-activity-changed') return false;
    const takes = TAKES_CALLS.includes(activity);
    const isNew = known.get(id) !== takes;
    known.set(id, takes);
    return isNew;
  }

  /** Makes the members of all queues as they should be; those that are nobody's phone stay as they are. */
  async function arrange({ ask, list }: Asking): Promise<void> {
    const takes = await wanted(db, agents);
    for (const member of await list({ Action: 'QueueStatus' })) {
      const isWanted = takes.get(phoneOf(member));
      if (member.get('Event') !== 'QueueMember' || isWanted === undefined) continue;
      if ((member.get('Paused') === '0') === isWanted) continue;
      await ask({
        Action: 'QueuePause',
        Interface: member.get('Location'),
        Queue: member.get('Queue'),
        Paused: isWanted ? 'false' : 'true',
        Reason: 'Trunkline',
      });
    }
  }

  return {
    arrange,

    follow(asking) {
      const own = repeating(
        () => arrange(asking),
        (error) => log.debug({ err: error }, 'the queues could not be asked'),
      );
      gateways.add(own);
      return {
        /** Somebody else has put a phone into a queue. */
        take(message: AmiMessage): void {
          if (message.get('Event') === 'QueueMemberAdded') own.wake();
        },
        async stop(): Promise<void> {
          gateways.delete(own);
          await own.settled();
        },
      };
    },
  };
}

/** By extension, whether its owner takes calls. */
async function wanted({ q }: Deps['db'], agents: Agents): Promise<Map<string, boolean>> {
  const extensions = new Map((await listExtensions(q)).map((one) => [one.id, one.extension]));
  const people = await agents.list();
  return new Map(
    people.flatMap(({ id, user_activity_id: activity }) => {
      const extension = extensions.get(id);
      return extension === undefined ? [] : [[extension, TAKES_CALLS.includes(activity)] as const];
    }),
  );
}
