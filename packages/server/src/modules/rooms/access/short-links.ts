import type { Platform } from '#platform/platform';
import type { CallRow, Calls } from '#modules/calls';
import type { Tickets } from '#modules/tickets';

const PURPOSE = 'call link';
/** 132 bits of the signature: short enough for a message, and impossible to guess. */
const PROOF_LENGTH = 22;
const CODE = /^([0-9a-z]{1,11})-([\w-]{22})$/;
/** As long as the credentials that the link leads to. */
const VALID_MS = 12 * 3_600_000;
/** The code of a page that says that the link is not valid. */
const NOWHERE = '-';

type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'publicUrl'> & {
  calls: Pick<Calls, 'find'>;
  tickets: Pick<Tickets, 'read'>;
  roomUrl: (room: string) => string;
  linkFor: (call: CallRow, name: string) => string;
};

export type ShortLinks = {
  /** Returns the full URL; for a wrong or expired code, the URL of a page that says so. */
  resolve(code: string): Promise<string>;
};

/** Short links for messages, by which customers join a call. Nothing is stored for them. */
export function createShortLinks(deps: Deps): ShortLinks {
  const { db, clock, calls, tickets, roomUrl, linkFor } = deps;
  const { idIn } = createCallCodes(deps);
  return {
    async resolve(code) {
      const id = idIn(code);
      const call = id === undefined ? undefined : await calls.find(db.q, { id });
      if (!call || clock.now().getTime() - Date.parse(call.started_at) > VALID_MS) return roomUrl(NOWHERE);
      const ticket = await tickets.read(db.q, call.ticket_id);
      return linkFor(call, ticket?.customer_name ?? '');
    },
  };
}

/** Signs the codes of calls, so that only our own are accepted. */
export function createCallCodes({ secrets, publicUrl }: Pick<Deps, 'secrets' | 'publicUrl'>) {
  const proofOf = (id: string): string => secrets.sign(PURPOSE, id).slice(0, PROOF_LENGTH);
  return {
    target: ({ id }: Pick<CallRow, 'id'>): string =>
      `${publicUrl()}/c/${id.toString(36)}-${proofOf(id.toString(36))}`,

    idIn(code: string): number | undefined {
      const [, id = '', proof = ''] = CODE.exec(code) ?? [];
      // The code has only the beginning of the signature. We add the rest, so that the whole is compared in constant time.
      const rest = secrets.sign(PURPOSE, id).slice(PROOF_LENGTH);
      return id !== '' && secrets.isSigned(PURPOSE, id, proof + rest) ? Number.parseInt(id, 36) : undefined;
    },
  };
}
