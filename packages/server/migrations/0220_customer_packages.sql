create table customer_packages (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  user_id bigint references users,
  requested_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  file_id uuid not null default gen_random_uuid(),
  bytes bigint,
  ended_at timestamptz(3),
  expires_at timestamptz(3)
);
create unique index customer_packages_pending on customer_packages (customer_id) where state in ('waiting', 'running');
create index customer_packages_customer on customer_packages (customer_id, id desc);
create index customer_packages_requested on customer_packages (requested_at desc, id desc);
comment on table customer_packages is 'Exports of everything that is kept of a customer; gone with their file.';
comment on column customer_packages.file_id is 'Under this id in the file store, once it is done.';
