import type { getOwnCall, ResponseOf, RingReason } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Platform } from '#platform/platform';
import type { Auth } from '#modules/auth';
import type { Conversations } from '#modules/conversations';
import * as moves from '../transfers/move-store.ts';
import * as store from './call-store.ts';
import type { CallRow } from './call-store.ts';
import type { CallView } from './call-view.ts';
import type { Ringing } from './ringing.ts';

type Deps = Pick<Platform, 'db'> & {
  auth: Auth;
  conversations: Conversations;
  ringing: Ringing;
  view: CallView;
};
type OwnCall = ResponseOf<typeof getOwnCall>;

/** The call that rings at a user and the one that they are in, for a page that was reloaded. */
export function createOwnCall({ db, auth, conversations, ringing, view }: Deps) {
  /** Who invited the user to the call, for what, and with which note. */
  async function askedFor(call: CallRow, { invited_by, purpose, note }: moves.InvitationRow) {
    const by = (await auth.user(invited_by)).fullname;
    return { room_name: call.room_name, reason: purpose, by, note } satisfies RingReason;
  }

  async function ringingFor(viewer: Viewer): Promise<OwnCall['data']['ringing']> {
    const asked = await moves.findRinging(db.q, viewer.id);
    const call = asked
      ? await store.findCall(db.q, { id: asked.call_id })
      : await store.findRingingFor(db.q, viewer.id);
    if (!call) return null;
    const expires_at =
      asked?.expires_at ?? (await conversations.find(call.conversation_id))?.offer_expires_at;
    if (!expires_at) return null;
    const reason = asked ? await askedFor(call, asked) : await ringing.reasonOf(call);
    return { ...(await ringing.dialOf(db.q, call)), kind: call.kind, expires_at, reason };
  }

  return async function own(viewer: Viewer): Promise<OwnCall> {
    const on = await store.findJoinedBy(db.q, viewer.id);
    return {
      data: {
        ringing: await ringingFor(viewer),
        joined: on
          ? {
              ...(await view.joinCredentialsOf(db.q, on, viewer)),
              caller: (await ringing.dialOf(db.q, on)).caller,
              customer_id: on.customer_id,
            }
          : null,
      },
    };
  };
}
