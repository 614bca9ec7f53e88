import {
  compareSortKeys,
  type Condition,
  type MediaId,
  ticketMatches,
  TICKET_ORDERS,
  TICKET_SORTS,
  TICKET_STATUSES,
  type Ticket,
  type TicketMark,
  type TicketSort,
  type TicketStatus,
  mediaId,
  ticketStatus,
  conditionsText,
} from '@trunkline/contract';
import { z } from 'zod';
import type { DeskSearch } from '#shared/lib/search/desk-search.ts';

/** Views with a tab of their own, then those of drafts and unsent messages. */
export const TAB_VIEWS = ['mine', 'unassigned', 'open', 'waiting', 'snoozed', 'solved'] as const;
export const UNSENT_VIEWS = ['drafts', 'unsent'] as const;
const VIEWS = [...TAB_VIEWS, ...UNSENT_VIEWS] as const;
export type TabView = (typeof TAB_VIEWS)[number];
export type View = (typeof VIEWS)[number];
export type Sort = TicketSort;

const number = z.coerce.number().int().positive();
const list = <T>(item: z.ZodType<T>) =>
  z
    .string()
    .transform((text, context) => {
      const read = z.array(item).safeParse(text.split(','));
      if (read.success) return read.data;
      context.addIssue('not a list');
      return z.NEVER;
    })
    .optional()
    .catch(undefined);

const deskChoice = z.object({
  view: z.enum(VIEWS).default('mine').catch('mine'),
  status: list(ticketStatus),
  department: list(number),
  assignee: z
    .union([z.enum(['me', 'none', 'any']), list(number)])
    .optional()
    .catch(undefined),
  media: list(z.coerce.number().pipe(mediaId)),
  priority: list(number),
  customer: number.optional().catch(undefined),
  tag: z.string().max(40).optional().catch(undefined),
  follower: z.literal('me').optional().catch(undefined),
  where: conditionsText.optional().catch(undefined),
  sort: z.enum(TICKET_SORTS).optional().catch(undefined),
  q: z.string().max(200).optional().catch(undefined),
  id: number.optional().catch(undefined),
});

/** The parameters of the ticket list's address. */
export type DeskChoice = z.output<typeof deskChoice>;

/** Reads the address; parameters that are not valid are left out, so that an old link still opens. */
export function readDesk(search: DeskSearch): DeskChoice {
  return deskChoice.parse(search);
}

/** The URL parameters of a filter: lists joined by commas, unset fields omitted. */
export function writeDesk({ where, ...choice }: Partial<DeskChoice>): DeskSearch {
  const entries = Object.entries(choice).flatMap(([name, value]) => {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    return [[name, name === 'id' ? value : String(value)]];
  });
  const conditions = where?.length ? { where: JSON.stringify(where) } : {};
  return { ...Object.fromEntries(entries), ...conditions } as DeskSearch;
}

/** A complete filter, with which the server can be asked and a ticket be tested. */
export type ListFilter = {
  status: readonly TicketStatus[];
  assignee: 'me' | 'none' | 'any' | readonly number[];
  department?: readonly number[];
  media?: readonly MediaId[];
  priority?: readonly number[];
  customer?: number;
  tag?: string;
  /** Only tickets that the user follows, which only the server knows. */
  follower?: 'me';
  /** Excludes snoozed tickets, or shows only these. */
  snoozed?: 'no' | 'only';
  /** Only tickets with a draft of the user's own, or with something unsent. */
  mark?: TicketMark;
  where?: readonly Condition[];
  q?: string;
  sort: Sort;
};

const OPEN: readonly TicketStatus[] = ['open', 'pending', 'on_hold'];

const USUAL_SORT: Sort = 'newest';
const VIEW_FILTERS: Record<View, Pick<ListFilter, 'status' | 'assignee' | 'sort' | 'snoozed' | 'mark'>> = {
  mine: { status: OPEN, assignee: 'me', sort: 'newest', snoozed: 'no' },
  unassigned: { status: OPEN, assignee: 'none', sort: 'newest', snoozed: 'no' },
  open: { status: OPEN, assignee: 'any', sort: 'newest' },
  waiting: { status: OPEN, assignee: 'any', sort: 'waiting', snoozed: 'no' },
  snoozed: { status: OPEN, assignee: 'any', sort: 'newest', snoozed: 'only' },
  solved: { status: ['solved', 'closed'], assignee: 'any', sort: 'newest' },
  drafts: { status: TICKET_STATUSES, assignee: 'any', sort: 'newest', mark: 'draft' },
  unsent: { status: TICKET_STATUSES, assignee: 'any', sort: 'newest', mark: 'unsent' },
};

/** Returns the same search over all tickets of every status; undefined if it is that already, or there is no search text. */
export function searchEverywhere(choice: DeskChoice): Partial<DeskChoice> | undefined {
  const { view, status, q } = choice;
  if (!q) return undefined;
  const isAll = view === 'open' && status?.length === TICKET_STATUSES.length && countFilters(choice) === 1;
  return isAll ? undefined : { view: 'open', status: [...TICKET_STATUSES], q };
}

/** Returns the view's filter with the changes in the address. A view without a sort order has the role's. */
export function filterOf(choice: Partial<DeskChoice>, levelSort?: Sort): ListFilter {
  const { status, assignee, sort, snoozed, mark } = VIEW_FILTERS[choice.view ?? 'mine'];
  const { department, media, priority, customer, tag, follower } = choice;
  const q = choice.q?.trim() || undefined;
  const where = choice.where?.length ? choice.where : undefined;
  return {
    ...byConditions({ status, assignee }, where),
    sort: choice.sort ?? (sort === USUAL_SORT ? (levelSort ?? sort) : sort),
    ...chosen({ status: choice.status, assignee: choice.assignee }),
    ...chosen({ department, media, priority, customer, tag, follower, mark, where, q }),
    // A search also finds snoozed tickets.
    ...(snoozed && !(q && snoozed === 'no') && { snoozed }),
  };
}

/** A status or assignee filter replaces that of the view. */
function byConditions(
  { status, assignee }: Pick<ListFilter, 'status' | 'assignee'>,
  where: readonly Condition[] = [],
): Pick<ListFilter, 'status' | 'assignee'> {
  const says = (name: Condition['field']) => where.some(({ field }) => field === name);
  return {
    status: says('status') ? TICKET_STATUSES : status,
    assignee: says('assignee_id') ? 'any' : assignee,
  };
}

function chosen<T extends object>(parts: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as never;
}

const FILTERS = [
  'status',
  'department',
  'assignee',
  'media',
  'priority',
  'customer',
  'tag',
  'follower',
] as const;

/** How many parts of the filter the person has set on top of the view. */
export function countFilters(choice: DeskChoice): number {
  return FILTERS.filter((name) => choice[name] !== undefined).length + (choice.where?.length ?? 0);
}

/** The search without manual filters; view, sort, search text and the open ticket stay. */
export function withoutFilters({ view, sort, q, id }: DeskChoice): DeskChoice {
  return { view, sort, q, id };
}

/** Whether a ticket matches this filter. Search text, following and drafts are ignored, because only the server can test them. */
export function matches(ticket: Ticket, filter: ListFilter, me: number, now = Date.now()): boolean {
  return (
    filter.status.includes(ticket.status) &&
    isWith(ticket.assignee_id, filter.assignee, me) &&
    isOfShort(ticket, filter) &&
    TICKET_ORDERS[filter.sort].keyOf(ticket) !== null &&
    ticketMatches(ticket, filter.where ?? [], { me, now })
  );
}

/** Whether a ticket matches the short parameters of an address. */
function isOfShort(ticket: Ticket, filter: ListFilter): boolean {
  return (
    isAmong(ticket.department_id, filter.department) &&
    isAmong(ticket.media_id, filter.media) &&
    isAmong(ticket.priority_id, filter.priority) &&
    (!filter.snoozed || (filter.snoozed === 'only') === (ticket.snoozed_until !== null)) &&
    (filter.mark !== 'unsent' || ticket.is_unsent || ticket.sends_at !== null) &&
    isAmong(ticket.customer_id, filter.customer === undefined ? undefined : [filter.customer]) &&
    hasTag(ticket, filter.tag)
  );
}

/** The sort position of a ticket: by the sort field, then by id. */
export type SortPosition = { at: string; id: number };

export const sortPositionOf = (ticket: Ticket, sort: Sort): SortPosition => ({
  at: TICKET_ORDERS[sort].keyOf(ticket) ?? '',
  id: ticket.id,
});

/** Negative when `a` comes first. ISO times in UTC with milliseconds compare as text. */
export function compareSortPositions(a: SortPosition, b: SortPosition, sort: Sort): number {
  const rising = compareSortKeys(a.at, b.at) || a.id - b.id;
  return TICKET_ORDERS[sort].isDescending ? -rising : rising;
}

function isAmong<T>(value: T, wanted: readonly T[] | undefined): boolean {
  return wanted === undefined || wanted.includes(value);
}

function hasTag(ticket: Ticket, tag: string | undefined): boolean {
  return tag === undefined || ticket.tags.includes(tag.trim().toLowerCase());
}

function isWith(assigneeId: number | null, wanted: ListFilter['assignee'], me: number): boolean {
  if (wanted === 'any') return true;
  if (wanted === 'none') return assigneeId === null;
  if (wanted === 'me') return assigneeId === me;
  return assigneeId !== null && wanted.includes(assigneeId);
}
