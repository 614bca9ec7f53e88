create table phone_after_calls (
  call_id bigint not null references calls,
  user_id bigint not null references users,
  ends_at timestamptz(3) not null,
  outcome text check (outcome in ('resolved', 'follow_up', 'call_again', 'passed_on', 'no_contact', 'wrong_number', 'spam')),
  notes text not null default '',
  finished_at timestamptz(3),
  primary key (call_id, user_id)
);
create index phone_after_calls_user on phone_after_calls (user_id, ends_at desc);
comment on table phone_after_calls is 'What somebody noted of a call after its end, once per call and person; what was typed stays when the time is over.';
comment on column phone_after_calls.ends_at is 'Until then they have time for it.';
comment on column phone_after_calls.finished_at is 'When they said that they are done; null where their time ran out.';
