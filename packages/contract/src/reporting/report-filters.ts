import { z } from 'zod';
import { AFTER_CALL_OUTCOMES } from '../calls/after-calls.ts';
import { idText } from '../kit/shapes.ts';
import {
  isCustom,
  whereText,
  type Condition,
  type ConditionFieldName,
  type ConditionName,
} from '../tickets/ticket-conditions.ts';

/** What a report can be narrowed down by, by the name that its address has for it. */
export const REPORT_FILTERS = [
  'department_id',
  'user_id',
  'break_reason_id',
  'account_id',
  'outcome',
  'where',
] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** What can be asked of the tickets behind a figure, as they are now; besides these every custom field. */
export const TICKET_CONDITIONS = [
  'type_id',
  'category_id',
  'subcategory_id',
  'caller_type_id',
  'priority_id',
  'tags',
  'media_id',
] as const satisfies readonly ConditionFieldName[];

const isAsked = (field: ConditionName): boolean =>
  isCustom(field) || TICKET_CONDITIONS.some((one) => one === field);

/** The conditions that a text stands for; undefined where it is none, or asks for something else of a ticket. */
export function ticketConditions(text: string): Condition[] | undefined {
  const read = whereText.safeParse(text);
  return read.success && read.data.every(({ field }) => isAsked(field)) ? read.data : undefined;
}

/** They stay a text, as an address, a saved view and a file that is to be made keep them. */
export const ticketWhere = z
  .string()
  .max(6000)
  .refine((text) => ticketConditions(text) !== undefined, 'Not conditions on tickets of a report');

export const reportFilterShapes = {
  department_id: idText.optional(),
  /** Whoever did it, also somebody who has left. */
  user_id: idText.optional(),
  break_reason_id: idText.optional(),
  /** The channel account, or the telephone gateway. */
  account_id: idText.optional(),
  /** What came of a call, as was noted after it. */
  outcome: z.enum(AFTER_CALL_OUTCOMES).optional(),
  /** What the ticket of a record has to be like, as JSON: all of it must hold. What has no ticket is left out. */
  where: ticketWhere.optional(),
} satisfies Record<ReportFilter, z.ZodType>;

/** What of the filters is given. */
export type AskedFilters = { [F in ReportFilter]?: string | number | undefined };

/** Why there is no such figure. */
export type MissingReason = 'agent' | 'outcome' | 'ticket';
