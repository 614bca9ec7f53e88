-- Customers are erased: what they wrote, who they are and how they are reached goes; counts and times stay.
alter table customers
  add column erased_at timestamptz(3),
  add column held_at timestamptz(3),
  add column held_by bigint references users,
  add column hold_reason text not null default '';
comment on column customers.erased_at is 'The person is gone: the row only stands where tickets and calls are counted by it.';
comment on column customers.held_at is 'Legal hold: since then they are not erased, nor is what retention would take.';

alter table tickets add column erased_at timestamptz(3);
comment on column tickets.erased_at is 'Its content was erased with its customer; nothing that comes in later belongs to it.';

create table customer_erasures (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers,
  user_id bigint references users,
  requested_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  counts jsonb not null default '{}',
  ended_at timestamptz(3)
);
create unique index customer_erasures_customer on customer_erasures (customer_id);
create index customer_erasures_requested on customer_erasures (requested_at desc, id desc);
comment on table customer_erasures is 'Who had whom erased, and how much of what: the certificate. Never holds anything of the person.';

-- Whoever may import and export customers and change the application may have them erased.
update user_level_modules m set module_activity_code = m.module_activity_code || ',PRIVACY'
  from user_level_modules c
  where m.module_code = 'CUSTOMERS' and m.is_active and 'EXPORT' = any(string_to_array(m.module_activity_code, ','))
    and c.user_level_id = m.user_level_id and c.module_code = 'CONFIG_APP' and c.is_active
    and 'EDIT' = any(string_to_array(c.module_activity_code, ','));
