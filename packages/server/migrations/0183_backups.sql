create table backup_schedule (
  is_only boolean primary key default true check (is_only),
  is_on boolean not null default false,
  at text not null default '02:00',
  folder text not null default '',
  keep int not null default 14 check (keep > 0),
  looked_until timestamptz(3) not null default now(),
  version int not null default 1
);
comment on table backup_schedule is 'When backups are made by themselves. One row.';
comment on column backup_schedule.at is 'By the clock of the workspace''s zone.';
comment on column backup_schedule.folder is 'Empty: backups in the data folder.';
comment on column backup_schedule.looked_until is 'Until then, every time that the schedule names has had its backup.';
insert into backup_schedule default values;

create table backup_runs (
  id bigint generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  user_id bigint references users,
  file text,
  bytes bigint,
  tables_done int not null default 0,
  tables int not null default 0,
  files int not null default 0,
  removed int not null default 0,
  fault text,
  said text not null default ''
);
create unique index backup_runs_running on backup_runs ((true)) where state = 'running';
comment on table backup_runs is 'Backups that were begun from the screen or by the schedule, and how they ended.';
comment on column backup_runs.user_id is 'Who asked for it; null: the schedule.';
