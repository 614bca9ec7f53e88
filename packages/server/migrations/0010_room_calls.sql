update channel_accounts set settings = settings || '{"calls": {"voice": false, "video": false}}'
  where media_id = 6 and not settings ? 'calls';

alter table calls
  add column kind text check (kind in ('voice', 'video')),
  add column room_name text unique,
  add column conversation_id bigint unique references conversations,
  add column visitor_id bigint references livechat_visitors on delete set null,
  add column client_key text,
  add column end_reason text check (end_reason in ('hung_up', 'abandoned', 'unanswered', 'left', 'failed')),
  add column rating int check (rating between 1 and 5),
  add column rating_comment text not null default '';
create index calls_ticket on calls (ticket_id, id);
create index calls_user_on on calls (user_id) where state <> 'ended';
create index calls_visitor on calls (visitor_id, id desc) where visitor_id is not null;
create unique index calls_visitor_key on calls (visitor_id, client_key) where visitor_id is not null;
comment on column calls.room_name is 'Of room calls: the room that everybody meets in.';
comment on column calls.conversation_id is 'What routing offers: a room call waits, rings and is taken like a message.';

create table call_people (
  id bigint generated always as identity primary key,
  call_id bigint not null references calls on delete cascade,
  identity text not null,
  role text not null check (role in ('customer', 'agent')),
  user_id bigint references users,
  name text not null,
  joined_at timestamptz(3) not null default now(),
  left_at timestamptz(3)
);
create unique index call_people_in on call_people (call_id, identity) where left_at is null;
create index call_people_call on call_people (call_id, joined_at);
comment on table call_people is 'Who was in a call, and when; who comes back has a new row.';
