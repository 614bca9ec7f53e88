create table report_exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  report text not null,
  format text not null check (format in ('csv', 'xlsx')),
  query jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'working', 'done', 'failed', 'cancelled')),
  lines int not null default 0,
  bytes bigint,
  file_id uuid not null default gen_random_uuid(),
  file_name text not null default '',
  created_at timestamptz(3) not null,
  as_of timestamptz(3),
  ended_at timestamptz(3),
  kept_until timestamptz(3),
  fault text check (fault in ('disk_full', 'not_allowed', 'other'))
);
create index report_exports_user on report_exports (user_id, id);
create index report_exports_kept on report_exports (kept_until) where kept_until is not null;
comment on table report_exports is 'Files of reports that people asked for, while they are made and kept.';
comment on column report_exports.query is 'What the report''s address takes, checked when it was asked for.';
comment on column report_exports.file_id is 'Its name in the folder of files.';
