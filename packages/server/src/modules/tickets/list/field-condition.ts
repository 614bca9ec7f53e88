import { conditionOn, rowsWith } from '#modules/settings';

const ANSWERS = { table: 'ticket_field_values', owner: 'ticket_id' };

/** A filter on the answers to a custom field, for the tickets `t` of a query. */
export const fieldCondition = conditionOn({ ...ANSWERS, row: 't' });

/** The tickets that can meet such a filter, found by the answers. */
export const ticketsByAnswer = rowsWith(ANSWERS);
