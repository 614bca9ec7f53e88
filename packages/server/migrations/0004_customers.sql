create extension if not exists pg_trgm;

create table customers (
  id bigint generated always as identity primary key,
  name text not null,
  company text not null default '',
  note text not null default '',
  language text not null default 'en',
  open_tickets int not null default 0,
  total_tickets int not null default 0,
  last_contact_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  version int not null default 1
);
create index customers_name on customers (lower(name), id);
create index customers_last_contact on customers (last_contact_at desc, id desc);
create index customers_created on customers (created_at desc, id desc);
create index customers_search on customers using gin ((name || ' ' || company) gin_trgm_ops);
comment on column customers.open_tickets is 'Kept, not counted: see the trigger on tickets.';

create table customer_identities (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers on delete cascade,
  kind text not null,
  value text not null,
  is_verified boolean not null default false,
  created_at timestamptz(3) not null default now(),
  unique (kind, value)
);
create index customer_identities_customer on customer_identities (customer_id);
create index customer_identities_search on customer_identities using gin (value gin_trgm_ops);
comment on column customer_identities.value is 'Normalised: e-mail in lower case, phone in E.164.';

create view report_ticket_customers as select id, name || ' ' || company as label from customers;
comment on view report_ticket_customers is 'What the ticket search may know of customers.';
