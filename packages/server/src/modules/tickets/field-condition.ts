import { conditionOn } from '#modules/settings';

/** A filter on the answers to a custom field, for the tickets `t` of a query. */
export const fieldCondition = conditionOn({ table: 'ticket_field_values', owner: 'ticket_id', row: 't' });
