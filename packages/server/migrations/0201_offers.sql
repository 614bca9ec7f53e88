-- What each offer came to: who was rung, or asked to take a chat, and what they did.
create table conversation_offers (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  user_id bigint not null references users,
  offered_at timestamptz(3) not null,
  ended_at timestamptz(3),
  outcome text check (outcome in ('accepted', 'declined', 'timeout', 'withdrawn')),
  check ((ended_at is null) = (outcome is null))
);
create index conversation_offers_open on conversation_offers (conversation_id) where outcome is null;
create index conversation_offers_offered on conversation_offers (offered_at);
create index conversation_offers_conversation on conversation_offers (conversation_id);
comment on table conversation_offers is 'Offers of routing, calls in rooms among them, since they are kept.';
comment on column conversation_offers.outcome is 'timeout: not taken in time; withdrawn: it ended, was given to somebody else, or they went away.';

alter table calls add column rated_at timestamptz(3);
comment on column calls.rated_at is 'When its customer said how it was.';
update calls c set rated_at = coalesce(
  (select m.created_at from messages m where m.ticket_id = c.ticket_id and m.event ->> 'type' = 'call_rated'
    and (m.event ->> 'call_id')::bigint = c.id limit 1),
  c.ended_at) where c.rating is not null;
create index calls_rated on calls (rated_at) where rated_at is not null;
