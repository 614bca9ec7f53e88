import type { NumberedEvent } from '#shared/api/realtime.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { customFieldIdOf, isCustomFieldKey, answerMatches } from '@trunkline/contract';
import type { Condition, CUSTOMER_SORTS, Customer } from '@trunkline/contract';

export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
/** Sorting and filters of a list of customers. */
export type CustomerView = { sort: CustomerSort; q: string; where?: readonly Condition[] };
export type CustomerPage = { data: Customer[]; next: string | null };
export type CustomerPages = InfiniteData<CustomerPage, string | undefined>;

/** Whether `a` sorts before `b`, as on the server: names ascending, times descending, ties by id. */
function comesBefore(a: Customer, b: Customer, sort: CustomerSort): boolean {
  if (sort === 'name') {
    const [one, other] = [a.name.toLowerCase(), b.name.toLowerCase()];
    return one === other ? a.id < b.id : one < other;
  }
  const time = (customer: Customer) =>
    sort === 'created' ? customer.created_at : (customer.last_contact_at ?? '');
  return time(a) === time(b) ? a.id > b.id : time(a) > time(b);
}

/**
 * Returns the loaded pages after an event. A changed customer moves to its position in the sort order; one that belongs
 * after the last loaded row is removed. During a search only loaded rows change, because only the server knows whether
 * a new one matches.
 */
export function applyToPages(pages: CustomerPages, event: NumberedEvent, view: CustomerView): CustomerPages {
  if (event.name === 'customer-merged') return without(pages, event.payload.id);
  return event.name === 'customer-changed' ? placed(pages, event.payload, view) : pages;
}

/** Whether the customer meets the conditions of the list. */
const matches = ({ fields }: Customer, where: readonly Condition[] = [], now = Date.now()): boolean =>
  where.every(
    ({ field, op, value }) =>
      isCustomFieldKey(field) && answerMatches(fields[customFieldIdOf(field)], { op, value }, now),
  );

function placed(pages: CustomerPages, customer: Customer, view: CustomerView): CustomerPages {
  if (!matches(customer, view.where)) return without(pages, customer.id);
  const home = pages.pages.findIndex((page) => page.data.some((row) => row.id === customer.id));
  if (home < 0 && view.q !== '') return pages;
  const rest = without(pages, customer.id).pages;
  const before = (row: Customer) => comesBefore(customer, row, view.sort);
  const found = rest.findIndex((page) => page.data.some(before));
  const last = rest.length - 1;
  const target = found >= 0 ? found : last;
  const isEnd = found < 0;
  // After the last loaded row the position is unknown while the server has more rows.
  if (isEnd && rest[last]?.next !== null && home !== last)
    return home < 0 ? pages : { ...pages, pages: rest };
  return {
    ...pages,
    pages: rest.map((page, index) =>
      index === target ? { ...page, data: insert(page.data, customer, before) } : page,
    ),
  };
}

function without(pages: CustomerPages, id: number): CustomerPages {
  if (!pages.pages.some((page) => page.data.some((row) => row.id === id))) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, data: page.data.filter((row) => row.id !== id) })),
  };
}

function insert(rows: Customer[], customer: Customer, before: (row: Customer) => boolean): Customer[] {
  const at = rows.findIndex(before);
  return at < 0 ? [...rows, customer] : rows.toSpliced(at, 0, customer);
}

/** Returns a customer after an event. */
export function applyToCustomer(known: Customer, event: NumberedEvent): Customer {
  return event.name === 'customer-changed' && event.payload.id === known.id ? event.payload : known;
}
