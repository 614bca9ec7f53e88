import { Activity, type ActivityId } from '@trunkline/contract';
import { createRerunner } from '#platform/realtime/followers';
import type { Platform } from '#platform/platform';
import type { Agents } from '#modules/agents';
import type { AmiMessage } from '../ami/message.ts';
import type { AmiSession } from '../ami/session.ts';
import { listExtensions } from '../lines/line-store.ts';

/** Pauses phones in the gateway's queues while their owners take no calls. */
export type QueuePauses = {
  /** Reads the queue members of the gateway, and changes those whose pause is wrong. */
  arrange(asking: AmiRequests): Promise<void>;
  /** Keeps one gateway up to date. Changes that it missed are made by `arrange` when it is back. */
  watch(asking: AmiRequests): { onEvent(message: AmiMessage): void; stop(): Promise<void> };
};

type Deps = Pick<Platform, 'db' | 'log' | 'events'> & { agents: Agents };
type ActivityChange = { part: string; id: number; user_activity_id: ActivityId };
type AmiRequests = Pick<AmiSession, 'ask' | 'list'>;

/** Busy members are skipped by the queue itself, so they need no pause. */
const TAKES_CALLS: readonly ActivityId[] = [Activity.ready, Activity.ringing, Activity.inCall];

/** The extension of a queue member: of `PJSIP/2001`, `Local/2001@from-queue/n`, or `hint:2001@ext-local`, as FreePBX has it. */
const phoneOf = (member: AmiMessage): string =>
  (member.get('StateInterface') || member.get('Location') || '').replace(/^\w+[/:]/, '').replace(/@.*/, '');

/** Queues should only ring agents who take calls now: their activity pauses and unpauses their phones at the gateway. */
export function createQueuePauses({ db, log, events, agents }: Deps): QueuePauses {
  const gateways = new Set<{ wake: () => void }>();
  /** Which agents took calls at the last check; most changes of activity do not change that. */
  const known = new Map<number, boolean>();
  events.onEvent(({ name, payload }) => {
    if (!changes(name, payload as ActivityChange)) return;
    for (const { wake } of gateways) wake();
  });

  function changes(name: string, { part, id, user_activity_id: activity }: ActivityChange): boolean {
    if (name === 'settings-changed') return part === 'people';
    if (name !== 'user-activity-changed') return false;
    const takes = TAKES_CALLS.includes(activity);
    const isNew = known.get(id) !== takes;
    known.set(id, takes);
    return isNew;
  }

  /** Sets the pause of all queue members; those without an owner here stay as they are. */
  async function arrange({ ask, list }: AmiRequests): Promise<void> {
    const takes = await takesCallsByExtension(db, agents);
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

    watch(asking) {
      const own = createRerunner(
        () => arrange(asking),
        (error) => log.debug({ err: error }, 'the queues could not be asked'),
      );
      gateways.add(own);
      return {
        /** Another program has added a member to a queue. */
        onEvent(message: AmiMessage): void {
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

/** Whether its owner takes calls, by extension. */
async function takesCallsByExtension({ q }: Deps['db'], agents: Agents): Promise<Map<string, boolean>> {
  const extensions = new Map((await listExtensions(q)).map((one) => [one.id, one.extension]));
  const people = await agents.list();
  return new Map(
    people.flatMap(({ id, user_activity_id: activity }) => {
      const extension = extensions.get(id);
      return extension === undefined ? [] : [[extension, TAKES_CALLS.includes(activity)] as const];
    }),
  );
}
