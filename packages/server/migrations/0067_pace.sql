create table messaging_pace (
  channel_account_id bigint primary key references channel_accounts on delete cascade,
  free_at timestamptz not null
);
comment on table messaging_pace is 'By the database''s clock, when an account may send its next message: several processes keep to one limit.';
