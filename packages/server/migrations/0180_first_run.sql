create table first_run (
  is_only boolean primary key default true check (is_only),
  nonce text not null default gen_random_uuid()::text,
  set_up_at timestamptz(3),
  step text not null default 'organisation',
  dismissed text[] not null default '{}',
  is_hidden boolean not null default false
);
comment on table first_run is 'How far a new workspace is set up. One row.';
comment on column first_run.nonce is 'The word that the start prints is its signature: no copy of this database opens the wizard.';
comment on column first_run.set_up_at is 'When the first administrator was made. A mark only: whether anybody has an account decides.';
comment on column first_run.step is 'Where the wizard goes on after the administrator.';
comment on column first_run.dismissed is 'Items of the checklist that are not wanted.';

-- A workspace from before was set up without it.
insert into first_run (set_up_at, step, is_hidden)
select min(created_at), case when count(*) > 0 then 'done' else 'organisation' end, count(*) > 0 from users;
