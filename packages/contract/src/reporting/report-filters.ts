import { z } from 'zod';
import { AFTER_CALL_OUTCOMES } from '../calls/after-calls.ts';
import { idText } from '../kit/shapes.ts';
import {
  isCustomFieldKey,
  conditionsText,
  type Condition,
  type ConditionFieldName,
  type ConditionName,
} from '../tickets/ticket-conditions.ts';

/** The filters of reports, by their names in addresses. */
export const REPORT_FILTERS = [
  'department_id',
  'user_id',
  'break_reason_id',
  'account_id',
  'outcome',
  'where',
] as const;
export type ReportFilter = (typeof REPORT_FILTERS)[number];

/** The fields of tickets that reports can be filtered by, in their current state; besides these, every custom field. */
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
  isCustomFieldKey(field) || TICKET_CONDITIONS.some((one) => one === field);

/** Parses conditions on tickets; undefined where the text is invalid, or uses a field that is not allowed. */
export function ticketConditions(text: string): Condition[] | undefined {
  const read = conditionsText.safeParse(text);
  return read.success && read.data.every(({ field }) => isAsked(field)) ? read.data : undefined;
}

/** Kept as text, in which form addresses, saved views and exports store them. */
export const ticketConditionsText = z
  .string()
  .max(6000)
  .refine((text) => ticketConditions(text) !== undefined, 'Not conditions on tickets of a report');

export const reportFilterFields = {
  department_id: idText.optional(),
  /** The user who did it, also an inactive one. */
  user_id: idText.optional(),
  break_reason_id: idText.optional(),
  /** The channel account, or the telephone gateway. */
  account_id: idText.optional(),
  /** The outcome of a call, as its agent noted it. */
  outcome: z.enum(AFTER_CALL_OUTCOMES).optional(),
  /** Conditions on the record's ticket as JSON, all of which must match. Records without a ticket are left out. */
  where: ticketConditionsText.optional(),
} satisfies Record<ReportFilter, z.ZodType>;

/** The given filters. */
export type FilterValues = { [F in ReportFilter]?: string | number | undefined };

/** Why a metric does not exist. */
export type UnavailableMetricReason = 'agent' | 'outcome' | 'ticket';
