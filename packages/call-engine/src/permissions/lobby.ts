import type { RoomAccess } from '../join/room-access.ts';
import { isWaiting } from '../participants/participant.ts';
import type { RoomPerson } from '../transport/transport.ts';
import type { Handlers, Wire } from '../wire.ts';
import { mayAdmin, permissionsOf } from './permissions.ts';

type WaitingGuest = { id: string; name: string; awaitingAccess: { level: 'full' } };

type Deps = {
  wire: Wire;
  roomAccess: () => RoomAccess | undefined;
  identityOf: (id: string) => string;
  /** Called when the local participant asks to be let in; undefined when the request is no longer open. */
  onAsked: (name: string | undefined) => void;
  /** The participant was refused, after their own request has been answered. */
  onRefused: () => void;
};

/** The lobby: tells those who wait their state, and those who decide who waits. */
export class Lobby {
  #deps: Deps;
  #waiting = new Map<string, WaitingGuest>();
  #asking: { before: string; answer: (granted: boolean) => void } | undefined;
  #self: RoomPerson | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  readonly handlers: Handlers = {
    'daily-method-request-access': ({ name }) => this.#ask(typeof name === 'string' ? name : ''),
    'daily-method-update-waiting-participant': async ({ id, updates }) => {
      await this.#decide(String(id), updates);
      return { id };
    },
    'daily-method-update-waiting-participants': async ({ updatesById }) => {
      const updates = (updatesById ?? {}) as Record<string, unknown>;
      const ids = '*' in updates ? [...this.#waiting.keys()] : Object.keys(updates);
      await Promise.all(ids.map((id) => this.#decide(id, updates[id] ?? updates['*'])));
      return { ids };
    },
  };

  reset(): void {
    this.#waiting.clear();
    this.#asking?.answer(false);
    this.#asking = undefined;
    this.#self = undefined;
  }

  looked(self: RoomPerson | undefined, others: RoomPerson[]): void {
    this.#self = self;
    this.#checkOwnRequest(self);
    const mayDecide = self && !isWaiting(self) && mayAdmin(permissionsOf(self), 'participants');
    const now = mayDecide ? others.filter((person) => isWaiting(person) && isAsking(person)) : [];
    for (const { id, name } of now) this.#postWaiting({ id, name, awaitingAccess: { level: 'full' } });
    for (const [id, participant] of this.#waiting) {
      if (now.some((person) => person.id === id)) continue;
      this.#waiting.delete(id);
      this.#post('waiting-participant-removed', participant);
    }
  }

  #postWaiting(participant: WaitingGuest): void {
    const known = this.#waiting.get(participant.id);
    if (known?.name === participant.name) return;
    this.#waiting.set(participant.id, participant);
    this.#post(known ? 'waiting-participant-updated' : 'waiting-participant-added', participant);
  }

  #post(action: string, participant: WaitingGuest): void {
    const allWaitingParticipants = Object.fromEntries(this.#waiting);
    this.#deps.wire.post({ action, participant, allWaitingParticipants });
  }

  async #ask(name: string): Promise<unknown> {
    const self = this.#self;
    if (!self || !isWaiting(self)) return { access: { level: 'full' }, granted: true };
    const roomAccess = this.#deps.roomAccess();
    if (!roomAccess) throw new Error('There is no meeting to be let into');
    this.#deps.onAsked(name);
    const granted = new Promise<boolean>((answer) => {
      this.#asking = { before: self.attributes['asks'] ?? '', answer };
    });
    await roomAccess.changeSelf({ request_access: name });
    const isGranted = await granted;
    // Deferred, so that the answer goes out first.
    if (!isGranted && this.#self) setTimeout(this.#deps.onRefused);
    return { access: { level: isGranted ? 'full' : 'lobby' }, granted: isGranted };
  }

  #checkOwnRequest(self: RoomPerson | undefined): void {
    if (!self || !this.#asking) return;
    const { before, answer } = this.#asking;
    const isIn = !isWaiting(self);
    const isRefused = self.attributes['asks'] === 'refused' && before !== 'refused';
    // After a refusal the server's old attribute stands until our new request has arrived.
    if (!isIn && before === 'refused' && self.attributes['asks'] !== 'refused') this.#asking.before = '';
    if (!isIn && !isRefused) return;
    this.#asking = undefined;
    if (!isIn) this.#deps.onAsked(undefined);
    answer(isIn);
  }

  async #decide(id: string, updates: unknown): Promise<void> {
    const { grantRequestedAccess: isGranted } = (updates ?? {}) as { grantRequestedAccess?: boolean };
    if (isGranted === undefined) return;
    const roomAccess = this.#deps.roomAccess();
    if (!roomAccess) throw new Error('There is no meeting');
    await roomAccess.moderate(this.#deps.identityOf(id), { action: isGranted ? 'admit' : 'refuse' });
  }
}

const isAsking = ({ attributes: { asks = '' } }: RoomPerson) => asks !== '' && asks !== 'refused';
