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
  /** Leaves the rooms of that topic that the socket's viewer may not see any more. */
  rewatch: (socket: AgentSocket, topic: Topic) => Promise<void>;
};

const levelRoom = (viewer: Viewer): string => `level:${viewer.levelId}`;

/** Keeps sockets up to date with the permissions of their users: every event after a change uses the new rooms. */
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
      // The client reconnects with its current permissions, or is refused.
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
    /** To be called when the socket receives events; applies changes that were made while its viewer was read. */
    async join(socket: AgentSocket): Promise<void> {
      await socket.join(levelRoom(socket.data.viewer));
      if (socket.data.rightsAt !== changes) await renew(socket);
    },
  };
}
