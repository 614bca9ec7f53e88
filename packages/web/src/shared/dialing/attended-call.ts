import type { Escort } from '@trunkline/contract';
import { createStore } from '../lib/store.ts';

/** A call of somebody else that this page listens to, whispers into or has joined, and what it joins the room with. */
export type AttendedCall = { escort: Escort; name: string; join: { url: string; token: string } };

/** Set where a supervisor begins; the calls feature, which follows this store, joins the room. */
export const attendedCall = createStore<AttendedCall | null>(null);
