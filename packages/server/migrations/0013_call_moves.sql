alter table calls
  add column held_at timestamptz(3),
  add column recording_held boolean not null default false,
  add column moved_to bigint references departments,
  add column moved_by bigint references users,
  add column moved_note text not null default '';
comment on column calls.held_at is 'Since when the customer has been on hold.';
comment on column calls.recording_held is 'It was being recorded when the customer was put on hold, and is again after that.';
comment on column calls.moved_to is
  'The department that the call was last handed to, with who did it and what they wrote for whoever takes it there.';

create table call_agents (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls on delete cascade,
  user_id bigint not null references users,
  since timestamptz(3) not null,
  left_at timestamptz(3)
);
create unique index call_agents_in on call_agents (call_id, user_id) where left_at is null;
create index call_agents_user on call_agents (user_id) where left_at is null;
comment on table call_agents is
  'Which of our people a room call is for, and since when: calls.user_id is one of them. Whether they are really in the room stands in call_people.';
insert into call_agents (call_id, user_id, since)
  select id, user_id, coalesce(answered_at, started_at) from calls
  where room_name is not null and state = 'connected' and user_id is not null;

create table call_invitations (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls on delete cascade,
  invited_by bigint not null references users,
  user_id bigint not null references users,
  purpose text not null check (purpose in ('join', 'transfer')),
  stays boolean not null,
  note text not null default '',
  client_key text not null,
  state text not null check (state in ('ringing', 'accepted', 'missed', 'cancelled', 'over')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create unique index call_invitations_key on call_invitations (call_id, client_key);
create unique index call_invitations_ringing on call_invitations (user_id) where state = 'ringing';
create index call_invitations_expire on call_invitations (expires_at) where state = 'ringing';
comment on table call_invitations is 'Colleagues who were rung to join a call, or to take it over. Nobody is rung twice at once.';
comment on column call_invitations.stays is 'Of a transfer: who asked stays in the call after the other has picked up.';
