-- Something that answers by itself may hold a conversation before it waits for a person.
alter table conversations
  add column held_by text,
  add column held_until timestamptz(3),
  add column handed_over jsonb,
  add constraint conversations_held check ((held_by is null) = (held_until is null) and (held_by is null or status = 'waiting'));
comment on column conversations.held_by is 'The responder that answers here; null: none, it waits for a person like any other.';
comment on column conversations.held_until is 'When it is handed over unless the responder, or the customer, has gone on by then.';
comment on column conversations.handed_over is 'Which responder let it go last, why, and what it had collected.';
create index conversations_held on conversations (held_until) where held_by is not null;

create table responder_turns (
  id bigint generated always as identity primary key,
  conversation_id bigint not null references conversations on delete cascade,
  key text not null,
  responder text not null,
  is_new_case boolean not null,
  message_id bigint,
  message_at timestamptz(3),
  state text not null default 'queued' check (state in ('queued', 'answered', 'handed_over', 'failed', 'dropped')),
  attempts int not null default 0,
  next_try_at timestamptz(3) not null,
  leased_until timestamptz(3),
  begun_at timestamptz(3),
  created_at timestamptz(3) not null,
  unique (conversation_id, key)
);
comment on table responder_turns is 'What customers wrote in conversations that a responder holds: each is given to it once, one after the other.';
comment on column responder_turns.key is 'That of what was written: delivered again, it is the same.';
comment on column responder_turns.message_id is 'Null where somebody began a conversation without writing yet; message_at leads to its partition.';
comment on column responder_turns.begun_at is 'When it was given to the responder; who finds it set knows of an attempt that died.';
create index responder_turns_queued on responder_turns (conversation_id, id) where state = 'queued';
create index responder_turns_created on responder_turns (created_at);
