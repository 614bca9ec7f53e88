-- One person who was kept as two.
alter table customers add column merged_into bigint references customers;
create index customers_merged on customers (merged_into) where merged_into is not null;
comment on column customers.merged_into is 'Everything of theirs belongs to that customer now; the row stays, so that it can be taken back.';

create table customer_merges (
  id bigint generated always as identity primary key,
  source_id bigint not null references customers,
  target_id bigint not null references customers,
  at timestamptz(3) not null,
  user_id bigint references users,
  user_name text not null,
  before jsonb not null,
  after jsonb not null,
  identities bigint[] not null,
  moved jsonb not null,
  undone_at timestamptz(3)
);
create index customer_merges_target on customer_merges (target_id, id desc) where undone_at is null;
comment on column customer_merges.before is 'What the target''s own fields were, of those that took something over; after: what they became.';
comment on column customer_merges.identities is 'Addresses that came over.';
comment on column customer_merges.moved is 'Ids of rows that came over, by table.';
