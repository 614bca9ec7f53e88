create table macros (
  id bigint generated always as identity primary key,
  name text not null,
  department_id bigint references departments,
  reply text not null default '',
  sends_at_once boolean not null default false,
  note text not null default '',
  status text check (status in ('open', 'pending', 'on_hold', 'solved')),
  assignee text check (assignee in ('me', 'none')),
  move_to_id bigint references departments,
  priority_id bigint references priorities,
  type_id bigint references ticket_types,
  category_id bigint references categories,
  tags_added text not null default '',
  tags_removed text not null default '',
  position int not null default 0,
  version int not null default 1,
  is_active boolean not null default true
);
create index macros_department on macros (department_id) where department_id is not null;
comment on table macros is 'Several steps on a ticket that are done in one go. A field that is null or empty stays as it is.';
comment on column macros.department_id is 'Offered for tickets of this department only; null fits every department.';
comment on column macros.tags_added is 'Separated by commas.';

create table macro_runs (
  id bigint generated always as identity primary key,
  macro_id bigint not null,
  ticket_id bigint not null references tickets,
  user_id bigint not null references users,
  client_key text not null,
  at timestamptz(3) not null,
  before jsonb not null,
  version int not null,
  undone_at timestamptz(3),
  unique (user_id, client_key)
);
create index macro_runs_ticket on macro_runs (ticket_id);
comment on column macro_runs.before is 'The fields as they were, for taking it back.';
comment on column macro_runs.version is 'Of the ticket after it: later changes of others are not taken back with it.';

-- Who keeps the templates keeps the macros.
insert into user_level_modules (user_level_id, module_code, module_activity_code, is_active)
select user_level_id, 'MACROS', module_activity_code, is_active from user_level_modules
where module_code = 'TEMPLATE_CONTENT' on conflict do nothing;
