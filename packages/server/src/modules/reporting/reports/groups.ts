import { type RawBuilder, sql } from 'kysely';

/** What a row is of: its key, its name, and whether it is somebody who left. */
export type GroupColumns = {
  key: RawBuilder<string>;
  name: RawBuilder<string | null>;
  isLeft: RawBuilder<boolean>;
};

const none = sql<null>`null::text`;
const no = sql<boolean>`false`;

/** Columns of `f`, whose person is joined as `u` and whose break reason as `r`. */
export const GROUPS = {
  total: { key: sql<string>`''`, name: none, isLeft: no },
  day: { key: sql<string>`to_char(f.day, 'YYYY-MM-DD')`, name: none, isLeft: no },
  agent: {
    key: sql<string>`f.user_id::text`,
    name: sql<string>`u.fullname`,
    isLeft: sql<boolean>`not u.is_active`,
  },
  break_reason: {
    key: sql<string>`coalesce(f.break_reason_id::text, '')`,
    name: sql<string | null>`r.name`,
    isLeft: no,
  },
} as const satisfies Record<string, GroupColumns>;
