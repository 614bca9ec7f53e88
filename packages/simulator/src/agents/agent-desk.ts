import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { signIn } from '../world/desk-api.ts';

const READY = 6;
const ON_BREAK = 3;

const ticket = z.object({
  id: z.number(),
  version: z.number(),
  waiting_since: z.string().nullable(),
  last_message: z.string(),
});
export type AgentTicket = z.output<typeof ticket>;

const offers = z.object({ data: z.array(z.object({ conversation_id: z.number() })) });
const taken = z.object({ data: ticket });
const listed = z.object({ data: z.array(ticket) });
const user = z.object({ data: z.object({ id: z.number() }) });
const reference = z.object({
  data: z.object({
    break_reasons: z.array(z.object({ id: z.number(), department_id: z.number().nullable() })),
  }),
});

/** The actions of an agent on their desk. */
export type AgentDesk = {
  breakReasonIds: readonly number[];
  goReady: () => Promise<unknown>;
  goOnBreak: (reasonId: number) => Promise<unknown>;
  /** Returns the ids of the conversations that are offered to this agent. */
  offers: () => Promise<number[]>;
  accept: (conversationId: number) => Promise<AgentTicket>;
  /** The agent's unsolved tickets with their latest messages. */
  openTickets: () => Promise<AgentTicket[]>;
  reply: (ticketId: number, text: string) => Promise<unknown>;
  solve: (ticket: AgentTicket) => Promise<unknown>;
  close: () => void;
};

/** Signs in as an agent and stays connected, as an open screen does. */
export async function openDesk(url: string, username: string, password: string): Promise<AgentDesk> {
  const { ask, token } = await signIn(url, username, password);
  const { id: userId } = (await ask(user, { method: 'GET', path: '/api/user' })).data;
  const { break_reasons: reasons } = (await ask(reference, { method: 'GET', path: '/api/reference' })).data;
  const socket = io(url, {
    query: { token, user_id: String(userId) },
    transports: ['websocket'],
    forceNew: true,
  });
  // The server counts an agent as connected only after this request, so it is sent after each reconnect too.
  socket.on('connect', () => socket.emit('resume', { after: null, topics: [] }));
  const post = <T extends z.ZodType>(shape: T, path: string, body: object) =>
    ask(shape, { method: 'POST', path, body });
  const choose = (body: object) => ask(z.unknown(), { method: 'PUT', path: '/api/user/activity', body });
  return {
    // Break reasons of a department are left out, because this agent may not belong to it.
    breakReasonIds: reasons.filter(({ department_id: of }) => of === null).map(({ id }) => id),
    goReady: () => choose({ user_activity_id: READY }),
    goOnBreak: (reasonId) => choose({ user_activity_id: ON_BREAK, break_reason_id: reasonId }),
    async offers() {
      const { data } = await ask(offers, { method: 'GET', path: '/api/conversations/offers' });
      return data.map(({ conversation_id: id }) => id);
    },
    accept: async (id) => (await post(taken, `/api/conversations/${id}/accept`, {})).data,
    openTickets: async () => (await ask(listed, { method: 'GET', path: '/api/tickets?assignee=me' })).data,
    reply: (id, body) => post(z.unknown(), `/api/tickets/${id}/messages`, { client_key: randomUUID(), body }),
    solve: ({ id, version }) => post(z.unknown(), `/api/tickets/${id}/solve`, { version }),
    close: () => void socket.disconnect(),
  };
}
