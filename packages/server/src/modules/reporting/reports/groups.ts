import { type RawBuilder, sql } from 'kysely';

/** What a row is of: its key, its name, and whether it is somebody who left. */
export type GroupColumns = {
  key: RawBuilder<string>;
  name: RawBuilder<string | null>;
  isLeft: RawBuilder<boolean>;
};

const none = sql<null>`null::text`;
const no = sql<boolean>`false`;

/** Columns of `f`, whose person is joined as `u`, whose break reason as `r` and whose department as `d` where they are grouped by. */
export const GROUPS = {
  total: { key: sql<string>`''`, name: none, isLeft: no },
  day: { key: sql<string>`to_char(f.day, 'YYYY-MM-DD')`, name: none, isLeft: no },
  hour: { key: sql<string>`f.hour`, name: none, isLeft: no },
  department: {
    key: sql<string>`coalesce(f.department_id::text, '')`,
    name: sql<string | null>`d.name`,
    isLeft: no,
  },
  agent: {
    key: sql<string>`coalesce(f.user_id::text, '')`,
    name: sql<string>`u.fullname`,
    isLeft: sql<boolean>`coalesce(not u.is_active, false)`,
  },
  break_reason: {
    key: sql<string>`coalesce(f.break_reason_id::text, '')`,
    name: sql<string | null>`r.name`,
    isLeft: no,
  },
} as const satisfies Record<string, GroupColumns>;
