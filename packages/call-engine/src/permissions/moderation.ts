import type { RoomAccess } from '../join/room-access.ts';
import type { RoomPerson } from '../transport/transport.ts';
import type { Handlers } from '../wire.ts';
import { toPlain } from './permissions.ts';

type Update = {
  setAudio?: boolean;
  setVideo?: boolean;
  setScreenShare?: boolean;
  setSubscribedTracks?: unknown;
  eject?: boolean;
  updatePermissions?: Record<string, unknown>;
};

const SWITCHES = [
  ['setAudio', 'mute-audio'],
  ['setVideo', 'mute-video'],
  ['setScreenShare', 'stop-screen'],
] as const;

type Deps = {
  roomAccess: () => RoomAccess | undefined;
  others: () => RoomPerson[];
  selfId: () => string;
  /** Returns the server's identity for the id of a join, by which the library names participants. */
  identityOf: (id: string) => string;
  /** Switches the local participant's own device, for `update-participant` on oneself. */
  switchOwn: (kind: 'audio' | 'video', isOn: boolean) => void;
  stopOwnScreen: () => void;
  wish: (id: string, wish: unknown) => void;
};

/**
 * Actions on other participants. The server decides whether they are permitted. A refusal changes nothing and is not
 * answered, because the library expects no answer.
 */
export class Moderation {
  #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'update-participant': ({ id, properties }) => this.#update(String(id), properties as Update),
    'update-participants': async ({ participants }) => {
      const updates = Object.entries((participants ?? {}) as Record<string, Update>);
      const everybody = updates.find(([id]) => id === '*')?.[1];
      const named = updates.filter(([id]) => id !== '*');
      if (everybody) {
        const rest = this.#deps.others().filter(({ id }) => !named.some(([name]) => name === id));
        await Promise.all(rest.map(({ id }) => this.#update(id, everybody)));
      }
      await Promise.all(named.map(([id, update]) => this.#update(id, update)));
    },
  };

  async #update(id: string, update: Update = {}): Promise<void> {
    if (id === 'local' || id === this.#deps.selfId()) return this.#updateOwn(update);
    if ('setSubscribedTracks' in update) this.#deps.wish(id, update.setSubscribedTracks);
    const roomAccess = this.#deps.roomAccess();
    if (!roomAccess) return;
    const identity = this.#deps.identityOf(id);
    // Devices of others can be switched off but never on.
    for (const [property, action] of SWITCHES) {
      if (update[property] === false) await roomAccess.moderate(identity, { action });
    }
    if (update.updatePermissions) await this.#permit(roomAccess, identity, update.updatePermissions);
    if (update.eject) await roomAccess.moderate(identity, { action: 'eject' });
  }

  async #updateOwn({ setAudio, setVideo, setScreenShare, updatePermissions }: Update): Promise<void> {
    if (setAudio !== undefined) this.#deps.switchOwn('audio', setAudio);
    if (setVideo !== undefined) this.#deps.switchOwn('video', setVideo);
    if (setScreenShare === false) this.#deps.stopOwnScreen();
    const roomAccess = this.#deps.roomAccess();
    if (updatePermissions && roomAccess) {
      await this.#permit(roomAccess, this.#deps.identityOf(this.#deps.selfId()), updatePermissions);
    }
  }

  async #permit(roomAccess: RoomAccess, identity: string, change: Record<string, unknown>): Promise<void> {
    // The contract's lists are narrower than the library's types, and the library has checked the values.
    const permissions = toPlain(change) as NonNullable<Parameters<RoomAccess['moderate']>[1]['permissions']>;
    await roomAccess.moderate(identity, { action: 'permit', permissions });
  }
}
