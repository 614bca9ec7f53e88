create table phone_dials (
  call_id bigint primary key references calls,
  user_id bigint not null references users,
  client_key text not null,
  name text not null unique,
  state text not null check (state in ('ringing_you', 'calling', 'answered', 'ended')),
  outcome text check (outcome in (
    'answered', 'busy', 'declined', 'no_answer', 'wrong_number', 'line_fault', 'you_hung_up',
    'phone_unreachable', 'phone_declined', 'phone_no_answer', 'phone_hung_up', 'phone_busy', 'phone_congested',
    'gateway_unreachable', 'gateway_refused', 'unknown'
  )),
  reason int,
  check ((state = 'ended') = (outcome is not null)),
  unique (user_id, client_key)
);
create index phone_dials_latest on phone_dials (user_id, call_id desc);
comment on table phone_dials is 'Telephone calls that somebody asked for on the screen: their own phone rings first.';
comment on column phone_dials.client_key is 'Chosen by their page: asked for twice, it is one call.';
comment on column phone_dials.name is 'What the gateway is told to call it: the ActionID, and the Uniqueid of their phone''s channel.';
comment on column phone_dials.reason is 'What the gateway said of their own phone (OriginateResponse): 4 answered; null until it has.';
