import type { Customer, Reference, Ticket } from '@trunkline/contract';
import { callApi, signIn, type SignedIn } from '../support/api.ts';
import { DEMO_PASSWORD } from '../support/server.ts';

const OTHERS = ['agent2', 'agent3', 'agent4'];

/** Makes one random edit per call, as agents do besides writing; one that is refused or meets a dead server is dropped. */
export async function createEdits(
  { url, admin }: { url: string; admin: SignedIn },
  chats: readonly number[],
): Promise<() => Promise<void>> {
  const others = await Promise.all(OTHERS.map((name) => signIn(url, name, DEMO_PASSWORD)));
  const get = async <T>(address: string) =>
    (await callApi<{ data: T }>(url, 'GET', address, { token: admin.token })).body.data;
  const send = (method: string, address: string, body: unknown, { token } = admin) =>
    callApi(url, method, address, { token, body });
  const tickets = (await get<Ticket[]>('/api/tickets?limit=40')).filter(({ id }) => !chats.includes(id));
  const { departments, break_reasons: reasons } = await get<Reference>('/api/reference');
  const assignees = [admin, ...others].map(({ id }) => id);

  async function editTicket(): Promise<void> {
    const { id, version, status, department_id } = await get<{ ticket: Ticket }>(
      `/api/tickets/${pick(tickets).id}`,
    ).then((detail) => detail.ticket);
    const isSolved = status === 'solved';
    const elsewhere = departments.filter((department) => department.id !== department_id);
    await pick([
      () => send('POST', `/api/tickets/${id}/${isSolved ? 'reopen' : 'solve'}`, { version }),
      () => send('POST', `/api/tickets/${id}/assign`, { version, assignee_id: pick([null, ...assignees]) }),
      () => send('POST', `/api/tickets/${id}/transfer`, { version, department_id: pick(elsewhere).id }),
      () => send('PATCH', `/api/tickets/${id}`, { version, status: pick(['open', 'pending', 'on_hold']) }),
    ])();
  }

  async function editCustomer(): Promise<void> {
    const { ticket } = await get<{ ticket: Ticket }>(`/api/tickets/${pick([...chats, pick(tickets).id])}`);
    const { id, version } = await get<Customer>(`/api/customers/${ticket.customer_id}`);
    const name = `${pick(['Ana', 'Bima', 'Élise', 'Zoe'])} ${Math.floor(Math.random() * 1000)}`;
    await send('PATCH', `/api/customers/${id}`, { version, name, note: `Renamed to ${name}` });
  }

  async function changeActivity(): Promise<void> {
    const body = pick([
      { user_activity_id: 6 },
      { user_activity_id: 2 },
      { user_activity_id: 3, break_reason_id: reasons[0]?.id },
      { user_activity_id: 1 },
    ]);
    await send('PUT', '/api/user/activity', body, pick(others));
  }

  return () =>
    pick([editTicket, editTicket, editCustomer, changeActivity])().catch((error: unknown) => {
      // A server that is down refuses the connection; any other error is a mistake in this file.
      if (!(error instanceof TypeError)) throw error;
    });
}

function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
