import { conditionOn } from '#modules/settings';

/** A filter on the answers to a custom field, for the customers `c` of a query. */
export const fieldCondition = conditionOn({ table: 'customer_field_values', owner: 'customer_id', row: 'c' });
