import type { CustomField } from '@trunkline/contract';
import type { Query } from '#platform/db';
import './tables.ts';

export async function listCustomFields(q: Query): Promise<CustomField[]> {
  return q
    .selectFrom('custom_fields')
    .select([
      'id',
      'name',
      'key',
      'entity',
      'kind',
      'options',
      'required',
      'type_ids',
      'category_ids',
      'in_list',
      'hint',
      'is_active',
    ])
    .orderBy('position')
    .orderBy('id')
    .execute();
}
