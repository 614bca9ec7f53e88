-- Customers out of a file: what was uploaded, where its columns go, and how far it was taken in.
create table customer_imports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  file_id uuid not null,
  file_name text not null,
  file_bytes bigint not null,
  state text not null,
  head text[] not null,
  sample jsonb not null,
  mapping jsonb not null,
  existing text not null default 'update',
  rows int not null default 0,
  bytes bigint not null default 0,
  created int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  problems jsonb not null default '[]',
  problem_count int not null default 0,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index customer_imports_user on customer_imports (user_id, id desc);
comment on column customer_imports.rows is 'Lines that were worked off: written with them in one transaction, so that a crash repeats none.';

-- Who manages everything so far may do this as well; agents may not.
update user_level_modules set module_activity_code = module_activity_code || ',IMPORT,EXPORT'
where module_code = 'CUSTOMERS' and module_activity_code = 'VIEW,CREATE,EDIT' and user_level_id in (
  select user_level_id from user_level_modules where module_code = 'SETTING_PRIORITY' and module_activity_code like '%EDIT%');
