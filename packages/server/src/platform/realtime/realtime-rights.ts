import type { Topic } from '@trunkline/contract';
import { demand, type Access, type Viewer } from '../access.ts';
import { AppError } from '../errors.ts';
import type { Events } from '../events.ts';
import type { Log } from '../log.ts';
import type { AgentSocket } from './agent-socket.ts';

type Deps = {
  events: Pick<Events, 'before'>;
  access: () => Access;
  log: Log;
  socketsIn: (room: string) => AgentSocket[];
  /** Leaves what the socket's viewer may no longer hear of that topic. */
  rewatch: (socket: AgentSocket, topic: Topic) => Promise<void>;
};

const levelRoom = (viewer: Viewer): string => `level:${viewer.levelId}`;

/** Sockets go by the rights that their people have now: every event after a change finds them in their new rooms. */
export function followRights({ events, access, log, socketsIn, rewatch }: Deps) {
  const listeners: ((socket: AgentSocket) => void)[] = [];
  let changes = 0;

  async function renew(socket: AgentSocket): Promise<void> {
    const { data } = socket;
    try {
      const before = data.viewer;
      data.viewer = await access().renewed(before);
      demand(data.viewer, 'signed-in');
      await socket.leave(levelRoom(before));
      await socket.join(levelRoom(data.viewer));
      await Promise.all([...data.topics.keys()].map((topic) => rewatch(socket, topic)));
      for (const listener of listeners) listener(socket);
    } catch (error) {
      if (!(error instanceof AppError)) log.warn({ err: error }, 'could not read what a socket may hear');
      // It comes back as whoever it is by then, or is refused.
      socket.conn.close();
    }
  }

  events.before('rights-changed', async ({ rooms }) => {
    changes += 1;
    await Promise.all([...new Set(rooms.flatMap(socketsIn))].map(renew));
  });

  return {
    onRenew: (listener: (socket: AgentSocket) => void) => void listeners.push(listener),
    /** To be called before the socket's viewer is read. */
    begin: (socket: AgentSocket): void => {
      socket.data.rightsAt = changes;
    },
    /** Once it hears events; what changed while its viewer was being read counts too. */
    async join(socket: AgentSocket): Promise<void> {
      await socket.join(levelRoom(socket.data.viewer));
      if (socket.data.rightsAt !== changes) await renew(socket);
    },
  };
}
