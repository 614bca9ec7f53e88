import type { Customer } from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';

/** How many tickets of a customer stand at one place, which is what decides who may see them. */
export type PlacedTickets = {
  customer_id: number;
  department_id: number;
  assignee_id: number | null;
  total: number;
  open: number;
};
type TicketCounting = {
  count: (q: Query, customerIds: readonly number[]) => Promise<PlacedTickets[]>;
  sees: (viewer: Viewer, place: Pick<PlacedTickets, 'department_id' | 'assignee_id'>) => boolean;
};
type Counted = Pick<Customer, 'id' | 'open_tickets' | 'total_tickets'>;
/** Returns a customer with the figures that this viewer may know. */
type ForViewer = <C extends Counted>(viewer: Viewer, customer: C) => C;

/** The figures of customers: whoever may see customers sees all of them, but counts only tickets that they may see. */
export type SeenFigures = {
  /** Registers the module that knows the tickets. */
  registerTickets(one: TicketCounting): void;
  /** Whether the stored figures, which count all tickets, are this viewer's. */
  seesAll(viewer: Viewer): boolean;
  /** Counts once for any number of viewers. */
  read(q: Query, customers: readonly Counted[]): Promise<ForViewer>;
  of<C extends Counted>(q: Query, viewer: Viewer, customers: readonly C[]): Promise<C[]>;
  /** The same for one customer. Null is the system, which sees all. */
  ofOne<C extends Counted>(q: Query, viewer: Viewer | null, customer: C): Promise<C>;
  /** The refusal of a version that is not the latest. */
  stale(q: Query, viewer: Viewer | null, current: Customer): Promise<AppError>;
};

export function createSeenFigures(): SeenFigures {
  let tickets: TicketCounting | undefined;

  const seesAll = (viewer: Viewer): boolean => viewer.visibility === 'all' && allows(viewer, 'TICKETS:VIEW');

  async function read(q: Query, customers: readonly Counted[]): Promise<ForViewer> {
    const ids = [...new Set(customers.map(({ id }) => id))];
    const places = ids.length > 0 ? ((await tickets?.count(q, ids)) ?? []) : [];
    return (viewer, customer) => {
      if (seesAll(viewer)) return customer;
      const seen = places.filter(
        (place) =>
          place.customer_id === customer.id && allows(viewer, 'TICKETS:VIEW') && tickets?.sees(viewer, place),
      );
      return {
        ...customer,
        open_tickets: seen.reduce((sum, { open }) => sum + open, 0),
        total_tickets: seen.reduce((sum, { total }) => sum + total, 0),
      };
    };
  }

  async function of<C extends Counted>(q: Query, viewer: Viewer, customers: readonly C[]): Promise<C[]> {
    if (seesAll(viewer)) return [...customers];
    const forViewer = await read(q, customers);
    return customers.map((customer) => forViewer(viewer, customer));
  }

  async function ofOne<C extends Counted>(q: Query, viewer: Viewer | null, customer: C): Promise<C> {
    if (viewer === null) return customer;
    const [one] = await of(q, viewer, [customer]);
    return one ?? customer;
  }

  return {
    registerTickets: (one) => void (tickets = one),
    seesAll,
    read,
    of,
    ofOne,
    stale: async (q, viewer, current) => new AppError('stale', { current: await ofOne(q, viewer, current) }),
  };
}
